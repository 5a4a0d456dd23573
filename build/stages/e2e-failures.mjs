import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The most lines of a page's content, and of a program's log, that are printed. */
const PAGE_LINES = 220
const LOG_LINES = 40
/**
 * The log is printed from this time before the test, because the cause may be older than the test.
 */
const BEFORE_MS = 10_000

/**
 * @typedef {{ status: string, startTime?: string, duration?: number }} Attempt
 * @typedef {{ title: string, file: string, tests: { status: string, results?: Attempt[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Describes a failed test beyond its message: the logs of the programs that ran, and the final
 * content of their windows. Without this a failure on a remote machine could not be diagnosed.
 * @param {readonly Suite[]} suites of Playwright's JSON report
 * @param {string} traces the folder with a `.log` and a `.page` file of every program that the
 *   tests ran
 * @returns {string[]} lines
 */
export function describeFailures(suites, traces) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .flatMap(({ results = [] }) =>
          results
            .filter(({ status }) => status !== 'passed' && status !== 'skipped')
            .flatMap((attempt) => [
              '',
              `── ${spec.file} › ${spec.title}`,
              ...tracesOf(attempt, traces),
            ]),
        ),
    ),
    ...describeFailures(suite.suites ?? [], traces),
  ])
}

/** @param {Attempt} attempt @param {string} folder @returns {string[]} */
function tracesOf({ startTime = '', duration = 0 }, folder) {
  const start = Date.parse(startTime)
  if (Number.isNaN(start) || !existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .sort()
    .flatMap((file) => {
      const lines = readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => {
          const time = Date.parse(/^\{"at":"([^"]+)"/.exec(line)?.[1] ?? '')
          return time >= start - BEFORE_MS && time <= start + duration
        })
      if (lines.length === 0) return []
      const name = basename(file, '.log')
      const page = join(folder, `${name}.page`)
      const pageLines = existsSync(page)
        ? [
            `# Windows of ${name} at the end`,
            ...cut(readFileSync(page, 'utf8').split('\n'), PAGE_LINES),
          ]
        : []
      return [`# Log of ${name}`, ...cut(lines, LOG_LINES, true), ...pageLines]
    })
}

/**
 * @param {string[]} lines @param {number} maxLines @param {boolean} [end] keep the end, not the
 * beginning @returns {string[]}
 */
function cut(lines, maxLines, end = false) {
  if (lines.length <= maxLines) return lines
  const left = `… ${lines.length - maxLines} more lines`
  return end ? [left, ...lines.slice(-maxLines)] : [...lines.slice(0, maxLines), left]
}
