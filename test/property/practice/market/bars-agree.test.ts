import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.ts'
import { barStart } from '../../../../shared/domain/market/bar-start.ts'
import type { Timespan } from '../../../../shared/domain/market/bar.ts'
import { epochMs } from '../../../../shared/domain/time.ts'
import { START, later, market, plain, rolledUp } from './market-fixture.ts'

const ALL = 100_000
const symbols = ['SPY', 'AAPL', 'TLRY', 'DNN', 'CTM', 'DIT', 'SEB']
const sessionSets = [['regular'], ['pre', 'regular', 'post'], ['pre'], ['post', 'regular']] as const

describe('bars of every span', () => {
  const subject = market()
  subject.advance(later(START, 20_000), () => undefined)

  it.each(symbols)('bars of %s: minutes roll up to every intraday span', (symbol) => {
    fc.assert(
      fc.property(
        fc.constantFrom<Timespan>('M5', 'M15', 'M30', 'M60', 'M120', 'M240'),
        fc.constantFrom(...sessionSets),
        fc.integer({ min: 0, max: 30 }),
        (span, sessions, back) => {
          const from = exchangeInstant('2026-11-20', 0) - back * 86_400_000
          const query = {
            count: ALL,
            start: epochMs(from),
            end: epochMs(from + 3 * 86_400_000),
            sessions,
            includeRunning: true,
          }
          const minutes = subject.bars(symbol, 'M1', query)
          expect(plain(subject.bars(symbol, span, query))).toEqual(
            rolledUp(minutes, (time) => barStart(time, span)),
          )
        },
      ),
      { numRuns: 8 },
    )
  })

  it.each(symbols)(
    'bars of %s: regular minutes roll up to days, and days to weeks, months and years',
    (symbol) => {
      const days = subject.bars(symbol, 'D', { count: ALL, includeRunning: true })
      const minutes = subject.bars(symbol, 'M1', { count: ALL, includeRunning: true })
      const fromMinutes = rolledUp(minutes, (time) => barStart(time, 'D'))
      expect(fromMinutes.length).toBeGreaterThanOrEqual(30)
      expect(plain(days.slice(-fromMinutes.length))).toEqual(fromMinutes)
      for (const span of ['W', 'M', 'Y'] as const) {
        expect(plain(subject.bars(symbol, span, { count: ALL, includeRunning: true }))).toEqual(
          rolledUp(days, (time) => barStart(time, span)),
        )
      }
    },
  )

  it.each(symbols)('bars of %s: trades roll up to seconds, and seconds to minutes', (symbol) => {
    const prints = subject.ticks(symbol, 3_000, ['regular']).reverse()
    const first = barStart(prints[0]!.time, 'M1') + 60_000
    const asBars = prints
      .filter((print) => print.time >= first)
      .map((print) => ({
        time: print.time,
        open: print.price,
        high: print.price,
        low: print.price,
        close: print.price,
        volume: print.size,
        session: print.session,
      }))
    for (const span of ['S5', 'S15', 'M1'] as const) {
      const query = { count: ALL, start: epochMs(first), includeRunning: true }
      expect(plain(subject.bars(symbol, span, query))).toEqual(
        rolledUp(asBars, (time) => barStart(time, span)),
      )
    }
  })

  it('are well formed, in order and within their span', () => {
    const wrong: string[] = []
    let seen = 0
    for (const symbol of symbols) {
      for (const span of ['S5', 'M1', 'M15', 'M240', 'D', 'W', 'M'] as const) {
        let before = 0
        for (const bar of subject.bars(symbol, span, {
          count: 600,
          includeRunning: true,
          sessions: ['pre', 'regular', 'post'],
        })) {
          const { time, open, high, low, close, volume } = bar
          const sound =
            time > before &&
            barStart(time, span) === time &&
            low > 0 &&
            low <= Math.min(open, close) &&
            high >= Math.max(open, close) &&
            volume > 0
          if (!sound) wrong.push(`${symbol} ${span} ${JSON.stringify(bar)}`)
          before = time
          seen += 1
        }
      }
    }
    expect(wrong).toEqual([])
    expect(seen).toBeGreaterThan(7 * 7 * 100)
  })

  it('connect generated days with minute-based days without an implausible jump', () => {
    for (const { symbol, referencePrice } of subject.listings) {
      const days = subject.bars(symbol, 'D', { count: 120, includeRunning: false })
      for (let i = 1; i < days.length; i += 1) {
        expect(Math.abs(Math.log(days[i]!.open / days[i - 1]!.close))).toBeLessThan(0.6)
      }
      expect(Math.abs(Math.log(days.at(-1)!.close / referencePrice))).toBeLessThan(0.02)
    }
  })
})
