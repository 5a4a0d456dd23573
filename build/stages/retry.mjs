import { print } from '../lib/terminal.mjs'

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
  if (red.length === 0 || outsideTests || files.length > MAX_FILES) return first

  print(`\n${red.length} red: running ${files.join(', ')} once more, alone.`)
  const second = await runAlone(files)
  const redAgain = second.failedTests ?? []
  if (second.failed > redAgain.length) return { ...first, notes: [...first.notes, ...second.notes] }

  const keys = new Set(redAgain.map(keyOf))
  const flaky = red.filter((test) => !keys.has(keyOf(test)))
  return {
    passed: first.passed + Math.max(0, first.failed - redAgain.length),
    failed: redAgain.length,
    skipped: first.skipped,
    notes: [...first.notes, ...flaky.map((test) => `Flaky: ${keyOf(test)}`)],
    failedTests: redAgain,
    flaky: flaky.length,
  }
}

/** @param {import('./result.mjs').FailedTest} test */
function keyOf({ file, title }) {
  return `${file} › ${title}`
}
