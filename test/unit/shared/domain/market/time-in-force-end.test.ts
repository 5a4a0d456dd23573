import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AssetClass } from '../../../../../shared/domain/instruments/instrument.js'
import {
  exchangeClock,
  exchangeInstant,
} from '../../../../../shared/domain/market/exchange-time.js'
import { timeInForceEnd } from '../../../../../shared/domain/market/time-in-force-end.js'
import { tradeDate } from '../../../../../shared/domain/market/trade-date.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../../../../../shared/domain/time.js'

const newYork = (text: string): EpochMs => {
  const [day = '', time = ''] = text.split(' ')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return exchangeInstant(day, hour * 60 + minute)
}
const endOf = (
  assetClass: AssetClass,
  placedAt: EpochMs,
  more: Partial<Order> = {},
): EpochMs | null =>
  timeInForceEnd({ timeInForce: 'day', session: 'core', assetClass, placedAt, ...more } as Order)

describe('REL-50: a DAY order ends where a session of its product ends', () => {
  it.each<[AssetClass, Order['session'], string, string]>([
    ['stock', 'core', '2026-11-20 15:59', '2026-11-20 16:00'],
    ['stock', 'core', '2026-11-20 16:00', '2026-11-23 16:00'],
    ['stock', 'core', '2026-11-21 12:00', '2026-11-23 16:00'],
    ['stock', 'core', '2026-11-22 21:00', '2026-11-23 16:00'],
    ['stock', 'core', '2026-11-26 10:00', '2026-11-27 13:00'],
    ['stock', 'core', '2026-11-27 13:00', '2026-11-30 16:00'],
    ['stock', 'all', '2026-11-20 16:30', '2026-11-20 20:00'],
    ['stock', 'all', '2026-11-21 12:00', '2026-11-23 20:00'],
    ['stock', 'all', '2026-11-26 10:00', '2026-11-27 17:00'],
    ['stock', 'all', '2026-12-25 10:00', '2026-12-28 20:00'],
    ['option', 'core', '2026-11-21 12:00', '2026-11-23 16:00'],
    ['option', 'core', '2026-11-26 10:00', '2026-11-27 13:00'],
    ['option', 'core', '2026-04-03 10:00', '2026-04-06 16:00'],
    ['futures', 'core', '2026-11-20 18:30', '2026-11-23 17:00'],
    ['futures', 'core', '2026-11-21 12:00', '2026-11-23 17:00'],
    ['futures', 'core', '2026-11-22 18:30', '2026-11-23 17:00'],
    ['futures', 'core', '2026-11-26 10:00', '2026-11-27 13:15'],
    ['futures', 'core', '2026-12-25 10:00', '2026-12-28 17:00'],
    ['event', 'core', '2026-11-21 12:00', '2026-11-22 00:00'],
    ['event', 'core', '2026-12-25 10:00', '2026-12-26 00:00'],
    ['crypto', 'core', '2026-11-21 12:00', '2026-11-21 19:00'],
    ['crypto', 'core', '2026-11-21 19:00', '2026-11-22 19:00'],
    ['crypto', 'core', '2026-12-25 10:00', '2026-12-25 19:00'],
  ])('%s (%s), placed %s in New York: %s', (assetClass, session, placed, end) => {
    expect(endOf(assetClass, newYork(placed), { session })).toBe(newYork(end))
  })

  it('no DAY order ends on a day without a session, whenever it is placed', () => {
    const instants = fc.integer({ min: Date.UTC(2026, 0, 2), max: Date.UTC(2028, 11, 20) })
    const classes = fc.constantFrom<AssetClass>('stock', 'option', 'futures')
    fc.assert(
      fc.property(
        instants,
        classes,
        fc.constantFrom('core', 'all'),
        (time, assetClass, session) => {
          const placed = epochMs(time)
          const end = endOf(assetClass, placed, { session } as Partial<Order>) ?? epochMs(0)
          expect(end).toBeGreaterThan(placed)
          const product = assetClass === 'futures' ? 'futures' : 'securities'
          expect(tradeDate(product, epochMs(end - MINUTE_MS))).toBe(exchangeClock(end).day)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('REL-50: a GTD order ends with the last session of its day', () => {
  it.each<[AssetClass, string, string]>([
    ['stock', '2026-11-27', '2026-11-27 13:00'],
    ['futures', '2026-11-27', '2026-11-27 13:15'],
    ['futures', '2026-11-30', '2026-11-30 17:00'],
    ['crypto', '2026-11-27', '2026-11-27 19:00'],
    ['event', '2026-11-27', '2026-11-27 19:00'],
  ])('%s, on %s: %s in New York', (assetClass, expireDate, end) => {
    const order = { timeInForce: 'gtd', terms: { expireDate } } as Partial<Order>
    expect(endOf(assetClass, newYork('2026-11-20 10:00'), order)).toBe(newYork(end))
  })
})
