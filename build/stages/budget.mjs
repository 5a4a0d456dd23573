import { join } from 'node:path'
import { trainBundles } from '../code-cache.mjs'
import { run } from '../lib/exec.mjs'
import { ROOT } from '../lib/paths.mjs'
import { resolveRuntime } from '../runtime/resolve.mjs'
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
  if (process.platform !== 'linux') {
    return { ...oneCheck(true, ['Not measured: Linux only.']), passed: 0, skipped: 1 }
  }
  await trainBundles(await resolveRuntime())
  const { code, stdout, stderr, timedOut } = await run(
    'dbus-run-session',
    [
      '--',
      'xvfb-run',
      '-a',
      '-s',
      '-screen 0 1600x1000x24',
      process.execPath,
      // Node 20 has WebSocket behind a flag, which newer versions accept without effect.
      '--experimental-websocket',
      '--no-warnings',
      '--import',
      'tsx',
      join(ROOT, 'test', 'bench', 'short', 'main.ts'),
    ],
    { cwd: ROOT, timeoutMs: LIMIT_MS },
  )
  const lines = stdout.split('\n').filter((line) => line !== '')
  if (timedOut) {
    return {
      ...oneCheck(true, [
        ...lines,
        `Not measured: the machine took more than ${LIMIT_MS / 1_000} s.`,
      ]),
      passed: 0,
      skipped: 1,
    }
  }
  return oneCheck(
    code === 0,
    code === 0 ? lines : [...lines, stderr.split('\n').slice(-5).join('\n')],
  )
}
