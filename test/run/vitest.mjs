import { rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from '../../build/lib/exec.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { tool } from '../../build/lib/folders.mjs'
import { noTitle, summaryIn } from './result.mjs'
import { retryAlone } from './retry.mjs'

const SUMMARY = join(ROOT, 'test-results', 'vitest.json')

/**
 * Runs all tests that need no Electron window; failed ones once more, alone.
 * @param {readonly string[]} filters paths or parts of paths; all tests when empty
 * @param {{ title?: string | null, node?: string }} [options] `title` is a pattern; only tests run
 *   whose title matches it. `node` is the Node that runs them, and what they start; by default this
 *   one
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
export async function vitest(filters, { title = null, node = process.execPath } = {}) {
  const alone = ['--maxWorkers=1', '--no-file-parallelism']
  const titled = title === null ? [] : [`--testNamePattern=${title}`]
  const first = await runOnce(node, [...filters, ...titled])
  if (title !== null && first.passed + first.failed === 0) return noTitle(first)
  return retryAlone(first, (files) => runOnce(node, [...files, ...titled, ...alone]))
}

/**
 * @param {string} node
 * @param {readonly string[]} args filters and options
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
async function runOnce(node, args) {
  rmSync(SUMMARY, { force: true })
  const always = [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--reporter=default',
    '--reporter=./test/harness/system/summary-reporter.ts',
  ]
  // Tests also start programs by name.
  const path = `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`
  const { code } = await run(node, [tool('vitest/vitest.mjs'), ...always, ...args], {
    cwd: ROOT,
    show: true,
    env: { ...process.env, PATH: path },
  })
  return summaryIn(SUMMARY, 'Vitest', code)
}
