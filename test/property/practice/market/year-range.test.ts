import { describe, expect, it } from 'vitest'
import { market } from './market-fixture.ts'

/** The running day and the 252 days before it. */
const DAYS = 253

describe('the extremes of 52 weeks', () => {
  // A list of thousands of symbols asks for the extremes of all of them, so the days that cannot
  // contain one are not read minute by minute. It must not show.
  it.each(['seed', 'other', 'third'])('are those of the daily bars, in market "%s"', (seed) => {
    const subject = market({ seed })
    const traded = subject.listings.flatMap(({ symbol }) => {
      const snapshot = subject.snapshot(symbol)
      return snapshot === undefined || snapshot.open === null
        ? []
        : [{ symbol, high: snapshot.high52Weeks, low: snapshot.low52Weeks }]
    })
    const ofBars = traded.map(({ symbol }) => {
      const year = subject.bars(symbol, 'D', { count: DAYS, includeRunning: true })
      return {
        symbol,
        high: Math.max(...year.map((bar) => bar.high)),
        low: Math.min(...year.map((bar) => bar.low)),
      }
    })
    expect(traded.length).toBeGreaterThan(30)
    expect(traded).toEqual(ofBars)
  })
})
