import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SeededMarket } from '../../../../electron/practice/market/market.ts'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.ts'
import { epochMs } from '../../../../shared/domain/time.ts'

const START = exchangeInstant('2026-11-20', 9 * 60)
const DAY_MS = 86_400_000

test("the fast reference prices equal those of the snapshot, also after customers' prints", () => {
  fc.assert(
    fc.property(
      // Two weeks contain opens, nights, a weekend, a holiday and a short day.
      fc.integer({ min: 0, max: 14 * DAY_MS }),
      fc.array(fc.integer({ min: -200, max: 200 }), { maxLength: 3 }),
      fc.nat(),
      (after, prints, from) => {
        const market = new SeededMarket({
          seed: `prices-${from % 5}`,
          startAt: START,
          resumeAt: epochMs(START + after),
        })
        for (const { symbol, referencePrice } of Array.from(
          { length: 3 },
          (_, index) => market.listings[(from + index * 17) % market.listings.length],
        ).filter((listing) => listing !== undefined)) {
          for (const away of prints) {
            market.recordPrint({
              symbol,
              time: market.now(),
              price: referencePrice + away,
              size: 100_000,
              aggressor: 'buy',
            })
          }
          const snapshot = market.snapshot(symbol)
          expect(market.reference(symbol)).toEqual({
            last: snapshot?.last,
            previousClose: snapshot?.previousClose,
          })
        }
        expect(market.reference('NOPE')).toBeUndefined()
      },
    ),
    { numRuns: 25 },
  )
})

test('the fast reference prices stay equal while the tape advances', () => {
  const market = new SeededMarket({
    seed: 'told',
    startAt: START,
    resumeAt: exchangeInstant('2026-11-20', 9 * 60 + 29),
  })
  for (let step = 1; step <= 12; step += 1) {
    market.advance(epochMs(market.now() + 7_300 * step), () => undefined)
    for (const { symbol } of market.listings) {
      const snapshot = market.snapshot(symbol)
      expect(market.reference(symbol)).toEqual({
        last: snapshot?.last,
        previousClose: snapshot?.previousClose,
      })
    }
  }
})
