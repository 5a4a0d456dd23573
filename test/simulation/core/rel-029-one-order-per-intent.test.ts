import { describe, expect, test } from 'vitest'
import { seeded } from './simulation.js'
import { simulate, type SimOptions } from './order-simulation.js'

/** `SEED=17 npx vitest run test/simulation/core` replays one seed of every suite. */
const only = process.env['SEED']
const seeds = (count: number, from: number): number[] =>
  only === undefined ? Array.from({ length: count }, (_, index) => from + index) : [Number(only)]

async function expectSound(options: SimOptions): Promise<void> {
  const result = await simulate(options)
  expect(result.problems, `SEED=${options.seed}\n${result.trace.slice(-120).join('\n')}`).toEqual(
    [],
  )
}

describe('a client on an unreliable connection', () => {
  test('REL-29, REL-31: creates at most one order per intent and settles every intent', async () => {
    for (const seed of seeds(60, 1)) {
      const chance = seeded(seed * 7_919)
      await expectSound({
        seed,
        users: 14,
        crashAfter: [],
        faults: {
          write: chance() * 0.7,
          read: chance() * 0.4,
          event: chance() * 0.6,
          staleListing: chance() < 0.7,
          dedupe: chance() < 0.5,
        },
      })
    }
  })

  test('REL-28: has a journaled intent for each order after any crash, and finds it again', async () => {
    for (const seed of seeds(50, 10_000)) {
      const chance = seeded(seed * 104_729)
      const crashAfter = Array.from(
        { length: 1 + Math.floor(chance() * 3) },
        () => 1 + Math.floor(chance() * 120),
      )
      await expectSound({
        seed,
        users: 14,
        crashAfter,
        faults: {
          write: chance() * 0.5,
          read: chance() * 0.3,
          event: chance() * 0.4,
          staleListing: chance() < 0.5,
          dedupe: chance() < 0.5,
        },
      })
    }
  })

  test('REL-28: recovers from a crash at every single step of one submission', async () => {
    for (let step = 1; step <= 40; step += 1) {
      await expectSound({
        seed: 20_000 + step,
        users: 3,
        crashAfter: [step],
        faults: { write: 0.3 },
      })
    }
  })

  test('REL-36: sends only cancels after a halt', async () => {
    for (const seed of seeds(25, 30_000)) {
      await expectSound({
        seed,
        users: 14,
        crashAfter: [],
        haltAt: 8_000,
        faults: { write: 0.3, event: 0.3 },
      })
    }
  })

  test('REL-36: halts trading before the next order when the disk fails', async () => {
    for (const seed of seeds(25, 40_000)) {
      const result = await simulate({
        seed,
        users: 14,
        crashAfter: [],
        diskFailsAt: 9_000,
        faults: {},
      })
      const serious = result.problems.filter((problem) => problem.startsWith('REL-'))
      expect(serious, `SEED=${seed}`).toEqual([])
    }
  })

  test('REL-40: gives the same trace for the same seed, and another for another seed', async () => {
    const options = { users: 12, crashAfter: [60], faults: { write: 0.5, event: 0.4, read: 0.2 } }
    const [first, second, other] = [
      await simulate({ ...options, seed: 5 }),
      await simulate({ ...options, seed: 5 }),
      await simulate({ ...options, seed: 6 }),
    ]
    expect(second.trace).toEqual(first.trace)
    expect(other.trace).not.toEqual(first.trace)
    expect(first.exchange.orders.size).toBeGreaterThan(0)
  })
})
