import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../build/lib/exec.mjs'
import { readJson } from '../../build/lib/files.mjs'
import { tool } from '../../build/lib/folders.mjs'

/** How long the suites of one patch may run. A patch may make a test wait without end. */
const LIMIT_MS = 600_000
/** How long one test may run: less than the limit above, so that it fails by name. */
const TEST_LIMIT_MS = 120_000

/**
 * Messages of code that cannot run at all. Such a failure proves nothing: every test that loads the
 * file would notice it.
 */
const BROKEN_CODE = /^(ReferenceError|SyntaxError)\b|is not a (function|constructor)\b/

interface Assertion {
  readonly status: string
  readonly fullName: string
  readonly failureMessages?: readonly string[]
}

export interface SuiteResult {
  /** The names of the failed tests. */
  readonly failed: readonly string[]
  readonly passed: number
  /** Why the result proves nothing; null when it does. */
  readonly problem: string | null
}

/** Runs test files in a copy of the sources. */
export async function runSuites(
  copy: string,
  suites: readonly string[],
  workers = 1,
): Promise<SuiteResult> {
  const report = join(copy, '.cache', 'saboteur.json')
  rmSync(report, { force: true })
  const args = [
    ...['run', '--config', 'test/vitest.config.ts', `--maxWorkers=${workers}`],
    ...['--reporter=json', `--outputFile=${report}`],
    ...[`--testTimeout=${TEST_LIMIT_MS}`, `--hookTimeout=${TEST_LIMIT_MS}`],
    ...suites,
  ]
  const { stderr, timedOut } = await run(process.execPath, [tool('vitest/vitest.mjs'), ...args], {
    cwd: copy,
    timeoutMs: LIMIT_MS,
  })
  if (timedOut) return { failed: [], passed: 0, problem: 'its suites did not end' }
  const results = readJson(report) as
    | { testResults: readonly { assertionResults: readonly Assertion[] }[] }
    | undefined
  if (results === undefined) {
    return { failed: [], passed: 0, problem: `its suites gave no result: ${stderr.slice(0, 500)}` }
  }
  return resultOf(results.testResults.flatMap(({ assertionResults }) => assertionResults))
}

/** Returns which tests failed. Failures of code that cannot run do not count. */
export function resultOf(assertions: readonly Assertion[]): SuiteResult {
  const passed = assertions.filter(({ status }) => status === 'passed').length
  const red = assertions.filter(({ status }) => status === 'failed')
  const failed = red.filter(
    ({ failureMessages = [] }) => !failureMessages.every((text) => BROKEN_CODE.test(text)),
  )
  const problem =
    assertions.length === 0
      ? 'no test could be loaded'
      : failed.length === 0 && red.length > 0
        ? 'the changed code cannot run'
        : null
  return { failed: failed.map(({ fullName }) => fullName), passed, problem }
}
