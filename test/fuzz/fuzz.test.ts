import { expect, it } from 'vitest'
import { fuzz } from './fuzz.js'

/** The number of cases per channel; `npm run fuzz` runs more. */
const CASES: Readonly<Record<string, number>> = { HTTP: 800, MQTT: 40, gRPC: 40 }

it('the exchange survives thousands of malformed requests, packets and messages', async () => {
  const tally = await fuzz(20_261_121, ({ name }, done) => done >= (CASES[name] ?? 0))
  expect(tally.problems).toEqual([])
  expect(tally.cases).toEqual(CASES)
  expect(tally.outcomes.size).toBeGreaterThan(200)
})

it.each(['error-before-effect', 'malformed-body'] as const)(
  'the fuzzer detects an exchange with the fault %s',
  async (kind) => {
    const tally = await fuzz(
      1,
      ({ name }, done) => done >= (name === 'HTTP' ? 60 : 1),
      ({ practice }) => practice.command({ command: 'fault', fault: { kind, count: null } }),
    )
    expect(tally.problems.length).toBeGreaterThan(0)
    expect(tally.problems.every((problem) => problem.startsWith('HTTP: '))).toBe(true)
  },
)
