import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/domain/time.js'
import { createBackoff } from '../../../electron/provider/events/backoff.js'

const settings = { minMs: 250, baseMs: 1_000, maxMs: 30_000, stableMs: 30_000 }

describe('REL-34: backoff', () => {
  it('stays within its bounds, with a ceiling that doubles up to the cap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
          minLength: 1,
          maxLength: 40,
        }),
        (fractions) => {
          let index = 0
          const backoff = createBackoff({
            ...settings,
            clock: { now: () => epochMs(0), monotonic: () => 0 },
            random: { bytes: () => new Uint8Array(), fraction: () => fractions[index] ?? 0 },
          })
          for (index = 0; index < fractions.length; index += 1) {
            const wait = backoff.next()
            expect(wait).toBeGreaterThanOrEqual(settings.minMs)
            expect(wait).toBeLessThanOrEqual(Math.min(settings.maxMs, settings.baseMs * 2 ** index))
          }
        },
      ),
    )
  })

  it('starts small again only after a stable connection', () => {
    let now = 0
    const backoff = createBackoff({
      ...settings,
      clock: { now: () => epochMs(0), monotonic: () => now },
      random: { bytes: () => new Uint8Array(), fraction: () => 0.999_999 },
    })
    for (let index = 0; index < 10; index += 1) backoff.next()
    expect(backoff.next()).toBeGreaterThan(29_000)
    backoff.connected()
    now += settings.stableMs - 1
    expect(backoff.next()).toBeGreaterThan(29_000)
    backoff.connected()
    now += settings.stableMs
    expect(backoff.next()).toBeLessThanOrEqual(settings.baseMs)
  })

  it('stays under its short ceiling while the loss is young, and counts a vain attempt in', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 60 }),
        (fraction, tries) => {
          let now = 0
          const soon = { maxMs: 3_000, forMs: 120_000 }
          const backoff = createBackoff({
            ...settings,
            soon,
            clock: { now: () => epochMs(0), monotonic: () => now },
            random: { bytes: () => new Uint8Array(), fraction: () => fraction },
          })
          const first = backoff.next()
          const lostAt = now
          expect(first).toBeLessThanOrEqual(settings.baseMs)
          for (const [index, triedMs] of tries.entries()) {
            now += triedMs
            const isSoon = now - lostAt < soon.forMs
            expect(backoff.isSoon()).toBe(isSoon)
            const ceiling = Math.min(isSoon ? 3_000 : 30_000, settings.baseMs * 2 ** (index + 1))
            const plain = settings.minMs + fraction * (ceiling - settings.minMs)
            const wait = backoff.next(triedMs)
            expect(wait).toBeCloseTo(isSoon ? Math.max(settings.minMs, plain - triedMs) : plain, 6)
            now += wait
          }
        },
      ),
    )
  })

  it('spreads the reconnects of a thousand clients', () => {
    let seed = 7
    const fraction = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    const waits = Array.from({ length: 1_000 }, () => {
      const backoff = createBackoff({
        ...settings,
        clock: { now: () => epochMs(0), monotonic: () => 0 },
        random: { bytes: () => new Uint8Array(), fraction },
      })
      for (let index = 0; index < 5; index += 1) backoff.next()
      return backoff.next()
    })
    const buckets = new Map<number, number>()
    for (const wait of waits) {
      buckets.set(Math.floor(wait / 1_000), (buckets.get(Math.floor(wait / 1_000)) ?? 0) + 1)
    }
    expect(Math.max(...buckets.values())).toBeLessThan(80)
  })
})
