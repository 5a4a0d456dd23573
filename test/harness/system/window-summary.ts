import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import type { StageResult } from '../../run/result.mjs'
import { ROOT } from '../../../build/lib/paths.mjs'
import { print } from '../../../build/lib/terminal.mjs'
import { failureTraces } from './failure-traces.js'

const RESULTS = join(ROOT, 'test-results')
/** The types of annotations of a test that is skipped on purpose. */
const SKIPS = ['skip', 'fixme']
/** What the terminal's colors add to a message. */
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')
/** A start that failed says what the program printed. */
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
      file: relative(ROOT, test.location.file).replaceAll('\\', '/'),
      title: nameOf(test),
      reason: reasonOf(test),
    })),
    // Such a test goes on where another one ended, which failed. Others say why they skip.
    notRun: by('skipped').length - skipped.length,
  }
}

const skipOf = ({ annotations }: TestCase) => annotations.find(({ type }) => SKIPS.includes(type))

/** Returns the file and the titles of a test, without the two of its project. */
const nameOf = (test: TestCase): string => test.titlePath().slice(2).join(' › ')

/** Returns the beginning of the first error's message. */
const reasonOf = ({ results }: TestCase): string =>
  (results.flatMap(({ errors }) => errors)[0]?.message ?? '')
    .replaceAll(COLORS, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .join('\n')

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
