import { print } from '../../build/lib/terminal.mjs'

/** With more flaky tests than this in one run, the run is red. */
export const MAX_FLAKY = 2
/** With more red files than this the cause is not chance, and a second run would only take time. */
const MAX_FILES = 8

/**
 * Runs the files of failed tests once more, alone. A test that passes then is flaky: it is named in
 * the notes and not counted as failed.
 * @param {import('./result.mjs').StageResult} first the result of the whole stage
 * @param {(files: readonly string[]) => Promise<import('./result.mjs').StageResult>} runAlone
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
export async function retryAlone(first, runAlone) {
  const red = first.failedTests ?? []
  const files = [...new Set(red.map(({ file }) => file))]
  const outsideTests = first.failed > red.length
  const failures = red.map((test) => `Failed: ${described(test)}`)
  if (red.length === 0 || outsideTests || files.length > MAX_FILES) {
    return { ...first, notes: [...first.notes, ...failures, ...notRunNotes(first)] }
  }

  print(`\n${red.length} red: running ${files.join(', ')} once more, alone.`)
  const second = await runAlone(files)
  const redAgain = second.failedTests ?? []
  if (second.failed > redAgain.length) {
    const notes = [...first.notes, ...failures, ...notRunNotes(first), ...second.notes]
    return { ...first, notes }
  }

  const keys = new Set(redAgain.map(keyOf))
  const flaky = red.filter((test) => !keys.has(keyOf(test)))
  const notRun = second.notRun ?? 0
  const run = Math.max(0, (first.notRun ?? 0) - notRun)
  return {
    passed: first.passed + Math.max(0, first.failed - redAgain.length) + run,
    failed: redAgain.length,
    skipped: first.skipped,
    notes: [
      ...first.notes,
      ...redAgain.map((test) => `Failed: ${described(test)}`),
      ...flaky.map((test) => `Flaky: ${described(test)}`),
      ...notRunNotes(second),
    ],
    failedTests: redAgain,
    flaky: flaky.length,
    notRun,
  }
}

/**
 * Says how many tests were not run, so that a red run does not look smaller than it is.
 * @param {import('./result.mjs').StageResult} result
 * @returns {readonly string[]}
 */
const notRunNotes = ({ notRun = 0 }) =>
  notRun === 0 ? [] : [`Not run, because a test before them failed: ${notRun}`]

/**
 * Names a test with the beginning of its message: the end of a run's output is what people read.
 * @param {import('./result.mjs').FailedTest} test
 */
function described(test) {
  const { reason = '' } = test
  return [keyOf(test), ...reason.split('\n').filter((line) => line !== '')].join('\n      ')
}

/** @param {import('./result.mjs').FailedTest} test */
function keyOf({ file, title }) {
  return `${file} › ${title}`
}
