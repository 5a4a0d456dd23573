import { expect, it } from 'vitest'
import { fuzz } from './fuzz.js'

/** So many cases of each channel; `npm run fuzz` runs for longer. */
const CASES: Readonly<Record<string, number>> = { HTTP: 800, MQTT: 40, gRPC: 40 }

it('stands thousands of wrong requests, packets and messages', async () => {
  const tally = await fuzz(20_261_121, ({ name }, done) => done >= (CASES[name] ?? 0))
  expect(tally.problems).toEqual([])
  expect(tally.cases).toEqual(CASES)
  expect(tally.outcomes.size).toBeGreaterThan(200)
})

it.each(['error-before-effect', 'malformed-body'] as const)(
  'would see an exchange with the fault %s',
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
