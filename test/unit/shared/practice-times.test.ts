import { describe, expect, it } from 'vitest'
import { exchangeClock, exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { nextMoment, PRACTICE_MOMENTS } from '../../../shared/domain/market/practice-times.js'

const written = (time: Parameters<typeof exchangeClock>[0]): string => {
  const { day, minute } = exchangeClock(time)
  return `${day} ${Math.floor(minute / 60)}:${`${minute % 60}`.padStart(2, '0')}`
}
const newYork = (day: string, hour: number) => exchangeInstant(day, hour * 60)

describe('the next moment of the practice clock', () => {
  it('is on the same day while it is still to come', () => {
    const morning = newYork('2026-11-24', 9)
    expect(PRACTICE_MOMENTS.map((moment) => written(nextMoment(moment, morning)))).toEqual([
      '2026-11-24 9:29',
      '2026-11-24 15:55',
      '2026-11-24 16:05',
      '2026-11-24 20:01',
      // The Friday after Thanksgiving closes at 13:00.
      '2026-11-27 12:55',
    ])
  })

  it('skips weekends and holidays', () => {
    expect(written(nextMoment('open', newYork('2026-11-25', 10)))).toBe('2026-11-27 9:29')
    expect(written(nextMoment('open', newYork('2026-11-27', 14)))).toBe('2026-11-30 9:29')
    expect(written(nextMoment('expiration', newYork('2026-11-27', 14)))).toBe('2026-12-04 15:55')
  })

  it('is an overnight session before the next trading day', () => {
    expect(written(nextMoment('overnight', newYork('2026-11-24', 21)))).toBe('2026-11-26 20:01')
    expect(written(nextMoment('overnight', newYork('2026-11-27', 14)))).toBe('2026-11-29 20:01')
  })

  it('is always later than now', () => {
    for (const moment of PRACTICE_MOMENTS) {
      const first = nextMoment(moment, newYork('2026-11-24', 9))
      expect(nextMoment(moment, first)).toBeGreaterThan(first)
    }
  })
})
