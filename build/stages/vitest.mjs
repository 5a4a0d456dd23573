import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { readJson } from '../lib/files.mjs'
import { ROOT } from '../lib/paths.mjs'
import { tool } from '../lib/folders.mjs'
import { retryAlone } from './retry.mjs'

const SUMMARY = join(ROOT, 'test-results', 'vitest.json')

/**
 * Runs all tests that need no Electron window; failed ones once more, alone.
 * @param {readonly string[]} filters paths or parts of paths; all tests when empty
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
export async function vitest(filters) {
  const alone = ['--maxWorkers=1', '--no-file-parallelism']
  return retryAlone(await runOnce(filters), (files) => runOnce([...files, ...alone]))
}

/**
 * @param {readonly string[]} filters
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
async function runOnce(filters) {
  rmSync(SUMMARY, { force: true })
  const args = [
    'run',
    '--config',
    'test/vitest.config.ts',
    '--reporter=default',
    '--reporter=./test/harness/system/summary-reporter.ts',
  ]
  const { code } = await run(process.execPath, [tool('vitest/vitest.mjs'), ...args, ...filters], {
    cwd: ROOT,
    show: true,
  })
  const summary = /** @type {import('./result.mjs').StageResult | undefined} */ (readJson(SUMMARY))
  if (summary === undefined) {
    return { passed: 0, failed: 1, skipped: 0, notes: ['Vitest ended without a result.'] }
  }
  const unexplained = code !== 0 && summary.failed === 0
  return unexplained
    ? { ...summary, failed: 1, notes: [...summary.notes, `Vitest ended with code ${code}.`] }
    : summary
}
