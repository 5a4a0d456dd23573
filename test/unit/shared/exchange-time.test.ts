import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barStart } from '../../../shared/domain/market/bar-start.js'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  sessionAt,
  tradingDay,
} from '../../../shared/domain/market/exchange-time.js'
import { utcOffsetMs } from '../../../shared/domain/market/calendars/time-zone.js'
import { TIMESPANS } from '../../../shared/domain/market/bar.js'
import { epochMs, HOUR_MS } from '../../../shared/domain/time.js'

const instant = (iso: string) => epochMs(Date.parse(iso))

describe('exchange time', () => {
  it('agrees with the time zone database over ninety years', () => {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/New_York',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2059, 11, 31) }), (ms) => {
        const { day, minute } = exchangeClock(epochMs(ms))
        const parts = Object.fromEntries(
          format.formatToParts(ms).map(({ type, value }) => [type, value]),
        )
        expect(day).toBe(`${parts['year']}-${parts['month']}-${parts['day']}`)
        expect(minute).toBe(
          Number.parseInt(parts['hour'] ?? '', 10) * 60 +
            Number.parseInt(parts['minute'] ?? '', 10),
        )
      }),
      { numRuns: 1_500 },
    )
  })

  it('converts days and minutes to instants and back', () => {
    for (const day of [
      '2026-03-06',
      '2026-03-09',
      '2026-07-01',
      '2026-10-30',
      '2026-11-02',
      '2026-11-20',
    ]) {
      for (const minute of [0, 240, 570, 960, 1_200]) {
        expect(exchangeClock(exchangeInstant(day, minute))).toMatchObject({ day, minute })
      }
    }
  })

  it('gives the first of two instants in the autumn, and in the spring one after the gap', () => {
    const isoOf = (day: string, minute: number) =>
      new Date(exchangeInstant(day, minute)).toISOString()
    expect([
      isoOf('2026-11-01', 59),
      isoOf('2026-11-01', 60),
      isoOf('2026-11-01', 119),
      isoOf('2026-11-01', 120),
      isoOf('2026-03-08', 119),
      isoOf('2026-03-08', 150),
      isoOf('2026-03-08', 180),
    ]).toEqual([
      '2026-11-01T04:59:00.000Z',
      '2026-11-01T05:00:00.000Z',
      '2026-11-01T05:59:00.000Z',
      '2026-11-01T07:00:00.000Z',
      '2026-03-08T06:59:00.000Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-08T07:00:00.000Z',
    ])
  })

  it('keeps the rules of the year, also where another law held', () => {
    const hourOf = (iso: string) => exchangeClock(instant(iso)).minute / 60
    // Until 2006 summer began in April, and in 1974 in January.
    expect([hourOf('2006-03-20T15:00:00Z'), hourOf('2007-03-20T15:00:00Z')]).toEqual([10, 11])
    expect(hourOf('1974-01-10T15:00:00Z')).toBe(11)
  })

  it('changes between summer and winter time at the right instant', () => {
    expect([
      utcOffsetMs(instant('2026-03-08T06:59:59.999Z')),
      utcOffsetMs(instant('2026-03-08T07:00:00Z')),
      utcOffsetMs(instant('2026-11-01T05:59:59.999Z')),
      utcOffsetMs(instant('2026-11-01T06:00:00Z')),
    ]).toEqual([5, 4, 4, 5].map((hours) => hours * HOUR_MS))
  })

  it('has the published holidays of 2025, 2026 and 2027', () => {
    const closed = [
      '2025-01-01',
      '2025-01-20',
      '2025-02-17',
      '2025-04-18',
      '2025-05-26',
      '2025-06-19',
      '2025-07-04',
      '2025-09-01',
      '2025-11-27',
      '2025-12-25',
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-04-03',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-09-07',
      '2026-11-26',
      '2026-12-25',
      '2027-01-01',
      '2027-01-18',
      '2027-02-15',
      '2027-03-26',
      '2027-05-31',
      '2027-06-18',
      '2027-07-05',
      '2027-09-06',
      '2027-11-25',
      '2027-12-24',
    ]
    for (const day of closed) expect(isTradingDay(day), day).toBe(false)
    for (let utc = Date.UTC(2026, 0, 1), open = 0; ; utc += 86_400_000) {
      const day = new Date(utc).toISOString().slice(0, 10)
      if (day === '2027-01-01') {
        expect(open).toBe(251)
        break
      }
      if (isTradingDay(day)) open += 1
    }
    expect([
      closeMinute('2026-11-27'),
      closeMinute('2026-12-24'),
      closeMinute('2026-11-25'),
    ]).toEqual([780, 780, 960])
  })

  it('returns the session of an instant', () => {
    expect(
      [
        '2026-11-20T08:59:00Z',
        '2026-11-20T09:00:00Z',
        '2026-11-20T14:29:59Z',
        '2026-11-20T14:30:00Z',
        '2026-11-20T20:59:59Z',
        '2026-11-20T21:00:00Z',
        '2026-11-21T01:00:00Z',
        '2026-11-21T15:00:00Z',
        '2026-11-23T01:30:00Z',
        '2026-11-26T15:00:00Z',
        '2026-11-27T18:30:00Z',
      ].map((iso) => sessionAt(instant(iso))),
    ).toEqual([
      'overnight',
      'pre',
      'pre',
      'regular',
      'regular',
      'post',
      'closed',
      'closed',
      'overnight',
      'closed',
      'post',
    ])
  })

  it('REL-50: ends extended hours at 17:00 on the eve of a holiday and the day after one', () => {
    for (const day of ['2026-11-27', '2026-12-24', '2025-07-03', '2025-12-24', '2028-07-03']) {
      const session = (minute: number) => sessionAt(exchangeInstant(day, minute))
      const minutes = [779, 780, 1_019, 1_020, 1_025, 1_199]
      expect(minutes.map(session), day).toEqual([
        ...['regular', 'post', 'post'],
        ...['closed', 'closed', 'closed'],
      ])
    }
    expect(sessionAt(exchangeInstant('2026-11-25', 1_199))).toBe('post')
  })

  it('counts trading days over weekends and holidays', () => {
    expect(tradingDay('2026-11-21', 0)).toBe('2026-11-23')
    expect(tradingDay('2026-11-25', 1)).toBe('2026-11-27')
    expect(tradingDay('2026-11-30', -2)).toBe('2026-11-25')
  })
})

describe('the start of a bar', () => {
  it('is at or before the given time, and is its own start, on every trading day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2016, 0, 1), max: Date.UTC(2027, 0, 1) }),
        fc.constantFrom(...TIMESPANS),
        (ms, timespan) => {
          // Clocks change only on Sunday nights, when nothing trades.
          fc.pre(isTradingDay(exchangeClock(epochMs(ms)).day))
          const start = barStart(epochMs(ms), timespan)
          expect(start).toBeLessThanOrEqual(ms)
          expect(barStart(start, timespan)).toBe(start)
        },
      ),
    )
  })

  it('is aligned to the open for hours, and to midnight in New York for days', () => {
    expect(barStart(instant('2026-11-20T15:10:00Z'), 'M60')).toBe(instant('2026-11-20T14:30:00Z'))
    expect(barStart(instant('2026-11-20T19:10:00Z'), 'M240')).toBe(instant('2026-11-20T18:30:00Z'))
    expect(barStart(instant('2026-11-20T15:13:20Z'), 'M5')).toBe(instant('2026-11-20T15:10:00Z'))
    expect(barStart(instant('2026-11-20T15:13:20Z'), 'D')).toBe(instant('2026-11-20T05:00:00Z'))
    expect(barStart(instant('2026-11-20T15:13:20Z'), 'W')).toBe(instant('2026-11-16T05:00:00Z'))
    expect(barStart(instant('2026-11-20T15:13:20Z'), 'M')).toBe(instant('2026-11-01T04:00:00Z'))
    expect(barStart(instant('2026-11-20T15:13:20Z'), 'Y')).toBe(instant('2026-01-01T05:00:00Z'))
  })
})
