import { describe, expect, test } from 'vitest'
import { FULL } from '../../harness/system/effort.js'
import regressions from './regressions.json'
import { GENERATION } from './plan.js'
import { runSeed } from './run-seed.js'

/**
 * How long this file tries new seeds beyond the minimum, in ms. The stage `seeds` of `npm test`
 * simulates thousands, `npm run sim -- --seeds N` any number.
 */
const BUDGET_MS = FULL ? 600_000 : 0
/** The minimum number of new seeds, on however slow a machine. */
const MIN_SEEDS = 10

const isKnown = (violation: string): boolean =>
  regressions.known.some(({ text }) => violation.includes(text))

/** Returns the command that replays a seed. */
const replayOf = (seed: number, generation: number): string =>
  `npm run sim -- --seed ${seed}${generation === GENERATION ? '' : ` --generation ${generation}`}`

/** Runs a seed and fails, with the command that replays it, for each violation not yet known. */
async function expectSound(seed: number, generation = GENERATION): Promise<void> {
  const { violations, trace } = await runSeed(seed, false, generation)
  const unknown = violations.filter((violation) => !isKnown(violation))
  const last = unknown.length === 0 ? '' : trace.slice(-60).join('\n')
  expect(unknown, `${replayOf(seed, generation)}\n${last}`).toEqual([])
}

describe('the whole client on the real practice exchange, in virtual time', () => {
  test('REL-28, REL-29, REL-31, REL-36: violates no invariant in a seed that once did', async () => {
    for (const { seed, generation } of regressions.seeds) await expectSound(seed, generation)
  })

  test('REL-28, REL-29, REL-31, REL-33, REL-36, REL-39: violates no invariant in new seeds', async () => {
    const began = performance.now()
    for (let seed = 1; seed <= MIN_SEEDS || performance.now() - began < BUDGET_MS; seed += 1) {
      await expectSound(seed)
    }
  })

  test('REL-40: gives the same trace for the same seed, and another for another seed', async () => {
    const first = await runSeed(7)
    const other = await runSeed(8)
    const repeated = await runSeed(7)
    expect(repeated.hash).toBe(first.hash)
    expect(other.hash).not.toBe(first.hash)
    expect(first.steps).toBeGreaterThan(0)
  })
})
