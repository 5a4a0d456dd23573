import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { AccountProduct } from '../../../../../shared/domain/instruments/account-products.js'
import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import {
  nextTradeDateStart,
  quoteTradeDate,
  tradeDate,
  tradeDateStart,
  type TradeDate,
} from '../../../../../shared/domain/market/trade-date.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import vectors from '../../../../vectors/trade-dates.json' with { type: 'json' }

const rows = vectors.rows as unknown as readonly (readonly [
  AccountProduct,
  string,
  string,
  string,
  string,
])[]

const newYork = (day: string, text: string): EpochMs => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return exchangeInstant(day, hour * 60 + minute)
}
const PRODUCTS: readonly AccountProduct[] = ['securities', 'futures', 'crypto', 'events']
const instants = fc
  .integer({ min: Date.UTC(2016, 0, 1), max: Date.UTC(2028, 0, 1) })
  .map((time) => epochMs(time))

describe('REL-49: one trade date per product', () => {
  it.each(rows)(
    'the trade date of %s on %s at %s in New York is %s: %s',
    (product, day, text, date) => {
      expect(tradeDate(product, newYork(day, text))).toBe(date)
    },
  )

  it('cannot be a plain day', () => {
    expectTypeOf<string>().not.toExtend<TradeDate>()
    expectTypeOf<TradeDate>().toExtend<string>()
  })

  it('begins at its start and lasts until the next one begins', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PRODUCTS), instants, (product, time) => {
        const date = tradeDate(product, time)
        const [start, end] = [tradeDateStart(product, date), nextTradeDateStart(product, time)]
        expect(start).toBeLessThanOrEqual(time)
        expect(end).toBeGreaterThan(time)
        expect(tradeDate(product, start)).toBe(date)
        expect(tradeDate(product, epochMs(start - 1)) < date).toBe(true)
        expect(tradeDate(product, epochMs(end - 1))).toBe(date)
        expect(tradeDate(product, end) > date).toBe(true)
        expect(tradeDateStart(product, tradeDate(product, end))).toBe(end)
        // No trade date lasts longer than a long weekend.
        expect(end - start).toBeLessThan(5 * DAY_MS)
      }),
      { numRuns: 2_000 },
    )
  })

  it('the trade date of the figures of a stock quote belongs to the last regular session', () => {
    expect(quoteTradeDate('securities', newYork('2026-11-24', '09:29'))).toBe('2026-11-23')
    expect(quoteTradeDate('securities', newYork('2026-11-24', '09:30'))).toBe('2026-11-24')
    expect(quoteTradeDate('securities', newYork('2026-11-24', '21:00'))).toBe('2026-11-24')
    expect(quoteTradeDate('crypto', newYork('2026-11-24', '21:00'))).toBe('2026-11-25')
  })
})
