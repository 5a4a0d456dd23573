import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import { waitsUntil } from '../../../../../shared/domain/market/first-trade.js'
import { MINUTE_MS, epochMs } from '../../../../../shared/domain/time.js'

const time = (day: string, hour: number, minute = 0) => exchangeInstant(day, hour * 60 + minute)
const stock = { assetClass: 'stock', session: 'core' } as const

describe('an order waits for the open', () => {
  it('an order of the regular session waits before 09:30, at night, on a weekend and on a holiday', () => {
    const monday = time('2026-11-30', 9, 30)
    expect(waitsUntil(stock, time('2026-11-30', 9, 5))).toBe(monday)
    expect(waitsUntil(stock, time('2026-11-28', 12))).toBe(monday)
    // A short day ends at 13:00, and the day before it is a holiday.
    expect(waitsUntil(stock, time('2026-11-27', 13, 30))).toBe(monday)
    expect(waitsUntil(stock, time('2026-11-26', 11))).toBe(time('2026-11-27', 9, 30))
    expect(waitsUntil(stock, time('2026-11-30', 9, 30))).toBeNull()
  })

  it('an order of the extended hours, which begin at 04:00, or of the night waits', () => {
    const extended = { ...stock, session: 'all' } as const
    expect(waitsUntil(extended, time('2026-11-30', 9, 5))).toBeNull()
    expect(waitsUntil(extended, time('2026-11-28', 12))).toBe(time('2026-11-30', 4))
    const night = { ...stock, session: 'night' } as const
    expect(waitsUntil(night, time('2026-11-30', 9, 5))).toBe(time('2026-11-30', 20))
    expect(waitsUntil(night, time('2026-11-28', 12))).toBe(time('2026-11-29', 20))
    expect(waitsUntil(night, time('2026-11-29', 23))).toBeNull()
  })

  it('an order waits for its own market, and never where a market has no hours', () => {
    const waits = (assetClass: 'option' | 'futures' | 'crypto' | 'event') =>
      waitsUntil({ assetClass, session: 'core' }, time('2026-11-28', 12))
    expect(waits('option')).toBe(time('2026-11-30', 9, 30))
    expect(waits('futures')).toBe(time('2026-11-29', 18))
    expect(waits('crypto')).toBeNull()
    expect(waits('event')).toBeNull()
  })

  it('an order waits until a moment at which it no longer waits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 * 24 * 60 }),
        fc.constantFrom('core' as const, 'all' as const, 'night' as const),
        (minutes, session) => {
          const now = epochMs(time('2026-11-16', 0) + minutes * MINUTE_MS)
          const opens = waitsUntil({ ...stock, session }, now)
          if (opens === null) return
          expect(opens).toBeGreaterThan(now)
          expect(waitsUntil({ ...stock, session }, opens)).toBeNull()
          expect(waitsUntil({ ...stock, session }, epochMs(opens - MINUTE_MS))).toBe(opens)
        },
      ),
    )
  })
})
