import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * What stood on the page is cut after so many lines, and so is what a program wrote into its log
 * meanwhile.
 */
const PAGE_LINES = 220
const LOG_LINES = 40
/** The log is told from a little before the test: what broke it may have begun then. */
const BEFORE_MS = 10_000

/**
 * @typedef {{ status: string, startTime?: string, duration?: number }} Attempt
 * @typedef {{ title: string, file: string, tests: { status: string, results?: Attempt[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * What a failed test leaves that its message does not say: what the programs that ran then wrote
 * into their logs, and what their windows
 * showed at the end. A machine that nobody can log in to tells it in its output or never.
 * @param {readonly Suite[]} suites of Playwright's JSON report
 * @param {string} traces the folder in which the tests keep a `.log` and a `.page` of every program
 *   that they ran
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
      const shown = existsSync(page)
        ? [
            `# Windows of ${name} at the end`,
            ...cut(readFileSync(page, 'utf8').split('\n'), PAGE_LINES),
          ]
        : []
      return [`# Log of ${name}`, ...cut(lines, LOG_LINES, true), ...shown]
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
