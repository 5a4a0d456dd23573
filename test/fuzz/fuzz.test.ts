import { afterAll, beforeAll, expect, it } from 'vitest'
import { runs } from '../harness/system/effort.js'
import { Fuzzer } from './fuzz.js'

/** The number of cases per channel; `npm run fuzz` runs more. */
const CASES: Readonly<Record<string, number>> = {
  HTTP: runs(400, 2_000),
  MQTT: runs(20, 100),
  gRPC: runs(20, 100),
}

let fuzzer: Fuzzer
beforeAll(async () => {
  fuzzer = await Fuzzer.open()
})
afterAll(() => fuzzer?.close())

it('the exchange survives malformed requests, packets and messages', async () => {
  const tally = await fuzzer.run(20_261_121, ({ name }, done) => done >= (CASES[name] ?? 0))
  expect(tally.problems).toEqual([])
  expect(tally.cases).toEqual(CASES)
  expect(tally.outcomes.size).toBeGreaterThan(200)
})

it.each(['error-before-effect', 'malformed-body'] as const)(
  'the fuzzer detects an exchange with the fault %s',
  async (kind) => {
    const tally = await fuzzer.run(
      1,
      ({ name }, done) => done >= (name === 'HTTP' ? 60 : 1),
      ({ practice }) => practice.command({ command: 'fault', fault: { kind, count: null } }),
    )
    expect(tally.problems.length).toBeGreaterThan(0)
    expect(tally.problems.every((problem) => problem.startsWith('HTTP: '))).toBe(true)
  },
)
