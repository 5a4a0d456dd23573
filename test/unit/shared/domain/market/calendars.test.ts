import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  sessionAt,
} from '../../../../../shared/domain/market/exchange-time.js'
import {
  futuresDayEnd,
  hasKnownHours,
  isProductOpen,
  nextProductChange,
} from '../../../../../shared/domain/market/product-hours.js'
import { tradeDate } from '../../../../../shared/domain/market/trade-date.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../../../shared/domain/time.js'

const newYork = (day: string, text: string): EpochMs => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return exchangeInstant(day, hour * 60 + minute)
}

describe('REL-50: futures have a calendar of their own', () => {
  it.each([
    ['2026-11-25', '19:00', true],
    ['2026-11-26', '10:00', true],
    ['2026-11-26', '12:59', true],
    ['2026-11-26', '13:00', false],
    ['2026-11-26', '18:00', true],
    ['2026-11-27', '13:14', true],
    ['2026-11-27', '13:15', false],
    ['2026-11-27', '18:30', false],
    ['2026-01-19', '12:59', true],
    ['2026-07-03', '12:59', true],
    ['2026-07-03', '18:00', false],
    ['2026-04-03', '09:14', true],
    ['2026-04-03', '09:15', false],
    ['2026-12-24', '13:14', true],
    ['2026-12-24', '13:15', false],
    ['2026-12-24', '18:30', false],
    ['2026-12-25', '10:00', false],
    ['2026-12-25', '18:30', false],
    ['2026-12-27', '18:00', true],
    ['2026-12-31', '16:59', true],
    ['2026-12-31', '18:30', false],
    ['2027-01-01', '10:00', false],
  ])('futures on %s at %s in New York are open: %s', (day, text, open) => {
    expect(isProductOpen('FUTURES', newYork(day, text))).toBe(open)
  })

  it.each([
    ['a Friday evening', '2026-11-20', '18:30', '2026-11-23', '17:00'],
    ['a Saturday', '2026-11-21', '12:00', '2026-11-23', '17:00'],
    ['the morning of Thanksgiving', '2026-11-26', '10:00', '2026-11-27', '13:15'],
    ['the evening before Thanksgiving', '2026-11-25', '18:30', '2026-11-27', '13:15'],
    ['a short Friday after the close', '2026-11-27', '14:00', '2026-11-30', '17:00'],
    ['Christmas Eve after the close', '2026-12-24', '14:00', '2026-12-28', '17:00'],
    ['a Good Friday with a session', '2026-04-03', '09:00', '2026-04-06', '17:00'],
    ['an ordinary Monday', '2026-11-23', '10:00', '2026-11-23', '17:00'],
  ])('a DAY order placed on %s ends in its trade date', (_name, day, text, endDay, end) => {
    expect(futuresDayEnd(newYork(day, text))).toBe(newYork(endDay, end))
  })

  it('a DAY order always ends where a session of its trade date ends', () => {
    const instants = fc.integer({ min: Date.UTC(2026, 0, 2), max: Date.UTC(2028, 11, 20) })
    fc.assert(
      fc.property(instants, (time) => {
        const placed = epochMs(time)
        const end = futuresDayEnd(placed)
        const last = epochMs(end - MINUTE_MS)
        expect(end).toBeGreaterThan(placed)
        expect([isProductOpen('FUTURES', last), isProductOpen('FUTURES', end)]).toEqual([
          true,
          false,
        ])
        expect(tradeDate('futures', last)).toBe(exchangeClock(end).day)
        if (isProductOpen('FUTURES', placed)) {
          expect(tradeDate('futures', placed)).toBe(exchangeClock(end).day)
        }
        const change = nextProductChange('FUTURES', placed)
        expect(change).not.toBeNull()
        expect(change).toBeLessThanOrEqual(end)
      }),
      { numRuns: 500 },
    )
  })
})

describe('REL-50: closures outside of the rules', () => {
  it.each(['2012-10-29', '2012-10-30', '2018-12-05', '2025-01-09'])(
    'stocks do not trade on %s, and trades of the evening before do not belong to it',
    (day) => {
      expect(isTradingDay(day)).toBe(false)
      expect(sessionAt(newYork(day, '11:00'))).toBe('closed')
      expect(tradeDate('securities', newYork(day, '11:00')) < day).toBe(true)
      expect(tradeDate('futures', newYork(day, '08:00'))).toBe(day)
    },
  )
})

describe('REL-50: beyond the covered years', () => {
  it('the session is not known, in any hour, and no market is called open', () => {
    for (const text of ['05:00', '10:00', '14:00', '18:00', '21:00']) {
      for (const day of ['2029-01-03', '2011-12-29']) {
        expect(sessionAt(newYork(day, text))).toBe('unknown')
        for (const product of ['EQUITY', 'OPTION', 'FUTURES'] as const) {
          expect(isProductOpen(product, newYork(day, text))).toBe(false)
          expect(hasKnownHours(product, newYork(day, text))).toBe(false)
          expect(nextProductChange(product, newYork(day, text))).toBeNull()
        }
        expect(isProductOpen('CRYPTO', newYork(day, text))).toBe(true)
      }
    }
  })

  it('the last covered year ends with its last session, and no opening is promised after it', () => {
    expect(sessionAt(newYork('2028-12-29', '15:59'))).toBe('regular')
    expect(nextProductChange('EQUITY', newYork('2028-12-29', '15:59'))).toBe(
      newYork('2028-12-29', '16:00'),
    )
    expect(nextProductChange('EQUITY', newYork('2028-12-29', '16:00'))).toBeNull()
    expect(hasKnownHours('FUTURES', newYork('2025-12-31', '18:00'))).toBe(true)
  })
})
