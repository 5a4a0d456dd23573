import { trainBundles } from '../../build/code-cache.mjs'
import { programCommand } from '../../build/lib/command.mjs'
import { run } from '../../build/lib/exec.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { resolveRuntime } from '../../build/runtime/resolve.mjs'
import { oneCheck } from './result.mjs'

/** A machine that is so busy that it needs more time says nothing about the program. */
const LIMIT_MS = 180_000

/**
 * Measures what a start costs, as multiples of an empty window in the same run, and fails when it
 * is more than a fifth above the budget (`test/bench/short/budget.ts`). `npm run bench` measures
 * everything else.
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
export async function budget() {
  // Processor time and memory of a process are read from /proc.
  if (process.platform !== 'linux') return notMeasured('Linux only.')
  await trainBundles(await resolveRuntime())
  const [program = '', ...args] = programCommand('test/bench/short/main.ts', '1600x1000')
  const { code, stdout, stderr, timedOut } = await run(program, args, {
    cwd: ROOT,
    timeoutMs: LIMIT_MS,
  })
  const lines = stdout.split('\n').filter((line) => line !== '')
  if (timedOut) {
    return notMeasured(`the machine took more than ${LIMIT_MS / 1_000} s.`, lines)
  }
  return oneCheck(code === 0, code === 0 ? lines : [...lines, ...stderr.split('\n').slice(-5)])
}

/**
 * @param {string} why
 * @param {readonly string[]} [lines] what it printed
 * @returns {import('./result.mjs').StageResult}
 */
const notMeasured = (why, lines = []) => ({
  ...{ passed: 0, failed: 0, skipped: 1 },
  notes: [...lines, `Not measured: ${why}`],
})
