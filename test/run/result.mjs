import { readJson } from '../../build/lib/files.mjs'

/**
 * The result of a stage of the test run.
 * @typedef {object} StageResult
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} notes one line each: reasons of skips, flaky tests, or why the
 *   stage could not run
 * @property {readonly FailedTest[]} [failedTests] the failures that belong to a test
 * @property {number} [flaky] the tests that failed at first and passed alone
 * @property {number} [notRun] the tests that were not run, because one before them failed
 */

/**
 * A test that failed, by its file (a path that the runner accepts) and its full title. `reason` is
 * the beginning of its message.
 * @typedef {{ file: string, title: string, reason?: string }} FailedTest
 */

/**
 * Returns the result of a stage with a single check.
 * @param {boolean} good
 * @param {readonly string[]} [notes]
 * @returns {StageResult}
 */
export function oneCheck(good, notes = []) {
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0, notes }
}

/**
 * Returns what a runner of tests wrote at its end; a failure where it ended without, or with a code
 * that no failed test explains.
 * @param {string} file
 * @param {string} runner its name
 * @param {number} code its exit code
 * @returns {StageResult}
 */
export function summaryIn(file, runner, code) {
  const summary = /** @type {StageResult | undefined} */ (readJson(file))
  if (summary === undefined) {
    return oneCheck(false, [`${runner} ended with code ${code} and no result.`])
  }
  if (code === 0 || summary.failed > 0) return summary
  return { ...summary, failed: 1, notes: [...summary.notes, `${runner} ended with code ${code}.`] }
}

/**
 * Returns one result for several runs.
 * @param {readonly StageResult[]} results
 * @returns {StageResult}
 */
export const sumOf = (results) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
  skipped: results.reduce((sum, { skipped }) => sum + skipped, 0),
  notRun: results.reduce((sum, { notRun = 0 }) => sum + notRun, 0),
  notes: results.flatMap(({ notes }) => notes),
  failedTests: results.flatMap(({ failedTests = [] }) => failedTests),
})

/**
 * Returns the result of a run for a title that no test has.
 * @param {StageResult} result
 * @returns {StageResult}
 */
export const noTitle = (result) => ({
  ...result,
  failed: 1,
  notes: ['No test in these files has a title that contains this text.', ...result.notes],
})
