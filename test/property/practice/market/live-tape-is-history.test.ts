import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeInstant, sessionByRule } from '../../../../shared/domain/market/exchange-time.ts'
import { barStart } from '../../../../shared/domain/market/bar-start.ts'
import { epochMs } from '../../../../shared/domain/time.ts'
import type {
  BarData,
  TapePrint,
} from '../../../../electron/practice/market/securities/market-types.ts'
import { START, later, market, plain, rolledUp } from './market-fixture.ts'

const ALL = 100_000
const SESSIONS = ['pre', 'regular', 'post'] as const
const asBar = (print: TapePrint): BarData => ({
  time: print.time,
  open: print.price,
  high: print.price,
  low: print.price,
  close: print.price,
  volume: print.size,
  session: print.session,
})
const load = fc.array(
  fc.record({
    ms: fc.integer({ min: 1, max: 30_000 }),
    rate: fc.constantFrom(undefined, null, 500, 1_500),
    print: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)

/**
 * Runs a market through a script of pieces, rate changes and customers' prints, and records the
 * whole tape of one symbol.
 */
function lived(
  symbol: string,
  from: number,
  script: readonly { ms: number; rate?: number | null | undefined; print: boolean }[],
) {
  const subject = market({ resumeAt: epochMs(from) })
  const tape: TapePrint[] = []
  let time = from
  for (const { ms, rate, print } of script) {
    if (rate !== undefined) subject.setTickRate(rate)
    time += ms
    subject.advance(epochMs(time), (step) => {
      if (step.symbol === symbol && step.trade) {
        tape.push({
          time: step.time,
          price: step.trade.price,
          size: step.trade.size,
          aggressor: step.trade.aggressor,
          session: step.session,
        })
      }
    })
    const touch = subject.book(symbol, 1)?.asks[0]
    if (!print || !touch) continue
    const customerPrint = {
      time: epochMs(time),
      price: touch.price + 100,
      size: 12_345,
      aggressor: 'buy' as const,
      session: sessionByRule(epochMs(time)),
    }
    subject.recordPrint({ symbol, ...customerPrint })
    tape.push(customerPrint)
  }
  return { subject, tape, time }
}

describe('the live tape and the history', () => {
  it.each(['NVDA', 'CTM', 'SEB'])(
    'agree for %s: ticks, bars of seconds and minutes, and snapshot follow from the tape',
    (symbol) => {
      fc.assert(
        fc.property(
          fc.constantFrom(
            START,
            START + 13_577,
            exchangeInstant('2026-11-20', 15 * 60 + 59),
            exchangeInstant('2026-11-20', 9 * 60 + 29),
          ),
          load,
          (from, script) => {
            const { subject, tape, time } = lived(symbol, from, script)
            expect(subject.ticks(symbol, tape.length, SESSIONS)).toEqual([...tape].reverse())
            const firstFullMinute =
              barStart(epochMs(from), 'M1') === from ? from : barStart(epochMs(from), 'M1') + 60_000
            const laterPrints = tape.filter((print) => print.time >= firstFullMinute)
            for (const span of ['S5', 'S15', 'M1'] as const) {
              const bars = subject.bars(symbol, span, {
                count: ALL,
                start: epochMs(firstFullMinute),
                sessions: SESSIONS,
                includeRunning: true,
              })
              const expected = rolledUp(laterPrints.map(asBar), (instant) =>
                barStart(instant, span),
              )
              expect(plain(bars)).toEqual(expected)
            }
            const regular = subject.bars(symbol, 'D', {
              count: 1,
              start: exchangeInstant('2026-11-20', 0),
              includeRunning: true,
            })[0]
            const snapshot = subject.snapshot(symbol)!
            if (time >= exchangeInstant('2026-11-20', 9 * 60 + 30)) {
              expect([snapshot.open, snapshot.high, snapshot.low, snapshot.volume]).toEqual(
                regular
                  ? [regular.open, regular.high, regular.low, regular.volume]
                  : [null, null, null, 0],
              )
              if (regular) expect(snapshot.last).toBe(regular.close)
            }
          },
        ),
        { numRuns: 4 },
      )
    },
  )

  it('give the same snapshot whether watched throughout or read once', () => {
    const watched = market()
    const fresh = market()
    for (const { symbol } of watched.listings) watched.snapshot(symbol)
    const to = later(START, 60_000)
    watched.advance(to, () => undefined)
    fresh.advance(to, () => undefined)
    for (const { symbol } of watched.listings) {
      expect(watched.snapshot(symbol)).toEqual(fresh.snapshot(symbol))
    }
  })

  it('keep the planned bars of whole minutes in load mode', () => {
    const calm = market()
    const loaded = market()
    loaded.setTickRate(1_000)
    for (const subject of [calm, loaded]) subject.advance(later(START, 180_000), () => undefined)
    for (const symbol of ['SPY', 'CTM', 'DIT']) {
      const query = { count: 2, start: epochMs(START + 60_000), includeRunning: false }
      expect(loaded.bars(symbol, 'M1', query)).toEqual(calm.bars(symbol, 'M1', query))
    }
  })

  it('include skipped time', () => {
    const skipped = market()
    const advanced = market()
    skipped.book('AAPL')
    skipped.skipTo(later(START, 120_000))
    advanced.advance(later(START, 120_000), () => undefined)
    for (const { symbol } of advanced.listings) {
      expect(skipped.bars(symbol, 'M1', { count: 5, includeRunning: true })).toEqual(
        advanced.bars(symbol, 'M1', { count: 5, includeRunning: true }),
      )
      expect(skipped.book(symbol, 3)).toEqual(advanced.book(symbol, 3))
    }
  })
})
