import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import type { StageResult } from '../../run/result.mjs'
import { ROOT } from '../../../build/lib/paths.mjs'
import { print } from '../../../build/lib/terminal.mjs'
import { failureTraces } from './failure-traces.js'

const RESULTS = join(ROOT, 'test-results')
/** The annotations of a test that skips itself by a condition. */
const SKIPS = ['skip', 'fixme']
/** The codes that color a message in a terminal. */
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')
/** The most lines of a message. At the end of a failed start it has what the program printed. */
const REASON_LINES = 24

/** Prints what explains each failure, and writes the counts of `npm test`. */
export default class WindowSummary implements Reporter {
  #suite: Suite | undefined
  readonly #errors: TestError[] = []

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  onError(error: TestError): void {
    this.#errors.push(error)
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? []
    for (const line of tests.flatMap((test) => describeFailure(test, join(RESULTS, 'logs')))) {
      print(line)
    }
    mkdirSync(RESULTS, { recursive: true })
    writeFileSync(join(RESULTS, 'playwright.json'), JSON.stringify(summarize(tests, this.#errors)))
  }

  printsToStdio(): boolean {
    return false
  }
}

/** Counts tests, and gives the reason of each that was skipped or failed. */
export function summarize(tests: readonly TestCase[], errors: readonly TestError[]): StageResult {
  const by = (outcome: string) => tests.filter((test) => test.outcome() === outcome)
  const failed = by('unexpected')
  const skipped = by('skipped').filter((test) => skipOf(test) !== undefined)
  return {
    passed: by('expected').length,
    failed: failed.length + by('flaky').length + errors.length,
    skipped: skipped.length,
    notes: [
      ...errors.map((error) => `Outside any test: ${error.message ?? 'unknown error'}`),
      ...skipped.map((test) => {
        const reason = skipOf(test)?.description ?? 'no reason given'
        return `Skipped: ${nameOf(test)}: ${reason}`
      }),
    ],
    failedTests: failed.map((test) => ({
      file: pathOf(test.location.file),
      title: nameOf(test),
      reason: reasonOf(test),
    })),
    // A test without a reason was not started, because an earlier test of its group failed.
    notRun: by('skipped').length - skipped.length,
  }
}

const skipOf = ({ annotations }: TestCase) => annotations.find(({ type }) => SKIPS.includes(type))

/** Returns the file and the titles of a test, without the two of its project. */
const nameOf = (test: TestCase): string => test.titlePath().slice(2).join(' › ')

/** Returns the beginning of the first error's message, its place, and the code at that place. */
function reasonOf({ results }: TestCase): string {
  const error = results.flatMap(({ errors }) => errors)[0]
  if (error === undefined) return ''
  const { message, value, location, snippet } = error
  return [
    ...linesOf(message ?? value).slice(0, REASON_LINES),
    ...(location === undefined
      ? []
      : [`at ${pathOf(location.file)}:${location.line}:${location.column}`]),
    ...linesOf(snippet),
  ].join('\n')
}

/** Returns the lines of a text that are not empty, without colors. */
const linesOf = (text = ''): readonly string[] =>
  text
    .replaceAll(COLORS, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

/** Returns the path of a file relative to the project's folder. */
const pathOf = (file: string): string => relative(ROOT, file).replaceAll('\\', '/')

/** Returns what explains the failed attempts of a test, beyond their messages. */
export function describeFailure(test: TestCase, logs: string): readonly string[] {
  if (!['unexpected', 'flaky'].includes(test.outcome())) return []
  return test.results
    .filter(({ status }) => status !== 'passed' && status !== 'skipped')
    .flatMap(({ startTime, duration }) => [
      '',
      `── ${nameOf(test)}`,
      ...failureTraces(startTime.getTime(), duration, logs),
    ])
}
