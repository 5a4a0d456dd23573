import { beforeAll, describe, expect, it } from 'vitest'
import type { Expectation } from './mcp-expected.js'
import { runServerScenarios, type Check, type Runner } from './mcp-runner.js'

const MAX_REPEATS = 3

const succeeds = ({ status }: Check): boolean => status === 'SUCCESS' || status === 'INFO'

/** Returns the checks that do not succeed, and are no exception. */
const unexpectedOf = (
  scenario: string,
  checks: readonly Check[],
  { exceptions }: Expectation,
): readonly Check[] =>
  checks.filter(
    (check) => !succeeds(check) && exceptions[`${scenario} ${check.id}`]?.[0] !== check.status,
  )

/**
 * Runs every scenario, and those that fail again, alone. The runners give a server two to five
 * seconds for an answer, which it exceeds where many programs share a processor.
 */
async function runInTime(
  url: string,
  runner: Runner,
  expected: Expectation,
): Promise<ReadonlyMap<string, readonly Check[]>> {
  const checksByScenario = new Map(await runServerScenarios(url, runner))
  for (let run = 0; run < MAX_REPEATS; run += 1) {
    const failures = expected.reviewed.filter((scenario) => {
      const checks = checksByScenario.get(scenario)
      return checks === undefined || unexpectedOf(scenario, checks, expected).length > 0
    })
    for (const scenario of failures) {
      const repeated = await runServerScenarios(url, runner, scenario)
      for (const [name, checks] of repeated) checksByScenario.set(name, checks)
    }
  }
  return checksByScenario
}

/**
 * Defines tests that run one official runner against one server: every scenario succeeds except for
 * the expected exceptions, every exception is still needed, and no scenario is unreviewed. `open`
 * starts the server and returns its address and how to close it.
 */
export function describeConformance(
  title: string,
  runner: Runner,
  expected: Expectation,
  open: () => Promise<{ readonly url: string; close(): Promise<void> }>,
): void {
  describe(title, () => {
    let checksByScenario: ReadonlyMap<string, readonly Check[]>
    beforeAll(async () => {
      const server = await open()
      checksByScenario = await runInTime(server.url, runner, expected)
      await server.close()
    })

    it.each(expected.reviewed)('succeeds in %s', (scenario) => {
      const checks = checksByScenario.get(scenario) ?? []
      expect(checks).not.toEqual([])
      expect(unexpectedOf(scenario, checks, expected)).toEqual([])
    })

    it('has no unreviewed scenario', () => {
      const others = [...checksByScenario.keys()].filter(
        (scenario) => !expected.reviewed.includes(scenario),
      )
      expect(
        others.filter((scenario) => !expected.leftOut.some(([names]) => names.test(scenario))),
      ).toEqual([])
    })

    it('has no outdated exception or exclusion', () => {
      const now: ReadonlyMap<string, Check['status']> = new Map(
        [...checksByScenario].flatMap(([scenario, checks]) =>
          checks.map(({ id, status }) => [`${scenario} ${id}`, status] as const),
        ),
      )
      for (const [name, [status]] of Object.entries(expected.exceptions)) {
        expect([name, now.get(name)]).toEqual([name, status])
      }
      for (const [names] of expected.leftOut) {
        expect([...checksByScenario.keys()].filter((scenario) => names.test(scenario))).not.toEqual(
          [],
        )
      }
      const passing = [...checksByScenario]
        .filter(
          ([scenario, checks]) =>
            expected.leftOut.some(([names]) => names.test(scenario)) && checks.every(succeeds),
        )
        .map(([scenario]) => scenario)
      expect(passing).toEqual([])
    })
  })
}
