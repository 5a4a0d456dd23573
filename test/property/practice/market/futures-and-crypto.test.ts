import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.ts'
import { futuresDate, isProductOpen } from '../../../../shared/domain/market/product-hours.ts'
import type { Timespan } from '../../../../shared/domain/market/bar.ts'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.ts'
import type { MarketStep } from '../../../../electron/practice/model/market-step.ts'
import type {
  Market,
  TapePrint,
} from '../../../../electron/practice/market/securities/market-types.ts'
import { START, later, market, plain, rolledUp, stepsTo } from './market-fixture.ts'
import { runs } from '../../../harness/system/effort.js'

const ALL = 100_000
const FUTURES = ['ESmain', 'ESH7', 'CLF7', 'ZNZ6', '6EZ6', 'MBTZ6']
const CRYPTO = ['BTCUSD', 'SOLUSD', 'DOGEUSD']
const EVERY = [...FUTURES, ...CRYPTO]
const isCoin = (symbol: string): boolean => CRYPTO.includes(symbol)
const SPANS = { M5: 5, M15: 15, M30: 30, M60: 60, M120: 120, M240: 240 } as const

/** The starts of futures sessions by hour, because thousands of bars need the same ones. */
const sessionStarts = new Map<number, EpochMs>()

/** Returns the start of the futures session at `time`; sessions begin on the hour. */
function sessionStart(time: EpochMs): EpochMs {
  const hour = Math.floor(time / (60 * MINUTE_MS))
  const known = sessionStarts.get(hour)
  if (known !== undefined) return known
  const dayBefore = new Date(Date.parse(futuresDate(time)) - DAY_MS).toISOString().slice(0, 10)
  const start = exchangeInstant(dayBefore, 18 * 60)
  sessionStarts.set(hour, start)
  return start
}

/**
 * Returns the start of a bar of `minutes`: a futures session counts from 18:00 New York, a crypto
 * day from midnight UTC.
 */
function spanStart(symbol: string, minutes: number): (time: EpochMs) => EpochMs {
  return (time) => {
    const origin = isCoin(symbol) ? Math.floor(time / DAY_MS) * DAY_MS : sessionStart(time)
    return epochMs(
      origin + Math.floor((time - origin) / (minutes * MINUTE_MS)) * minutes * MINUTE_MS,
    )
  }
}
const dayStart =
  (symbol: string) =>
  (time: EpochMs): EpochMs =>
    isCoin(symbol)
      ? epochMs(Math.floor(time / DAY_MS) * DAY_MS)
      : exchangeInstant(futuresDate(time), 0)

const text = (steps: readonly MarketStep[]): string =>
  steps
    .map(({ symbol, time, session, bids, asks, trade }) =>
      JSON.stringify({ symbol, time, session, bids, asks, trade }),
    )
    .join('\n')
const only = (steps: readonly MarketStep[], ...symbols: string[]): MarketStep[] =>
  steps.filter((step) => symbols.includes(step.symbol))
/** Compared without a message each, because there are hundreds of thousands. */
const isSorted = (steps: readonly MarketStep[]): boolean =>
  steps.every((step, i) => i === 0 || step.time >= steps[i - 1]!.time)
/** Saturday noon in New York: futures are closed, crypto trades. */
const SATURDAY = exchangeInstant('2026-11-21', 12 * 60)

describe('bars of futures and crypto', () => {
  const subject = market()
  subject.advance(later(START, 20_000), () => undefined)

  it.each(EVERY)(
    'bars of %s roll up exactly from minutes to every intraday span and to days',
    (symbol) => {
      // Twelve days with two weekends: from midnight for crypto, from the evening before a trade
      // date for futures.
      const query = {
        count: ALL,
        start: isCoin(symbol)
          ? epochMs(Date.parse('2026-11-09'))
          : exchangeInstant('2026-11-08', 18 * 60),
        includeRunning: true,
      }
      const minutes = subject.bars(symbol, 'M1', query)
      expect(minutes.length).toBeGreaterThan(1_000)
      for (const [span, length] of Object.entries(SPANS)) {
        expect(plain(subject.bars(symbol, span as Timespan, query)), span).toEqual(
          rolledUp(minutes, spanStart(symbol, length)),
        )
      }
      const days = rolledUp(minutes, dayStart(symbol))
      expect(days.length).toBeGreaterThanOrEqual(10)
      expect(
        plain(subject.bars(symbol, 'D', { count: days.length, includeRunning: true })),
      ).toEqual(days)
    },
  )

  it.each(['ESZ6', 'BTCUSD'])(
    "bars of %s: trades roll up to minutes, and the snapshot equals the day's bar",
    (symbol) => {
      const prints = subject.ticks(symbol, 4_000, ['regular']).reverse()
      const first = Math.ceil(prints[0]!.time / MINUTE_MS) * MINUTE_MS
      const asBars = prints
        .filter(({ time }) => time >= first)
        .map((print) => ({
          time: print.time,
          open: print.price,
          high: print.price,
          low: print.price,
          close: print.price,
          volume: print.size,
          session: print.session,
        }))
      expect(
        plain(
          subject.bars(symbol, 'M1', { count: ALL, start: epochMs(first), includeRunning: true }),
        ),
      ).toEqual(rolledUp(asBars, (time) => epochMs(Math.floor(time / MINUTE_MS) * MINUTE_MS)))
      const day = subject.bars(symbol, 'D', { count: 1, includeRunning: true })[0]!
      expect(subject.snapshot(symbol)).toMatchObject({
        open: day.open,
        high: day.high,
        low: day.low,
        last: day.close,
        volume: day.volume,
        lastTime: prints.at(-1)!.time,
      })
    },
  )

  it('roll up from days to weeks, months and years', () => {
    for (const symbol of ['ESmain', 'BTCUSD']) {
      const days = subject.bars(symbol, 'D', { count: ALL, includeRunning: true })
      for (const span of ['W', 'M', 'Y'] as const) {
        const longer = subject.bars(symbol, span, { count: ALL, includeRunning: true })
        expect(Math.max(...longer.map(({ high }) => high))).toBe(
          Math.max(...days.map(({ high }) => high)),
        )
        expect(longer.reduce((sum, { volume }) => sum + BigInt(volume), 0n)).toBe(
          days.reduce((sum, { volume }) => sum + BigInt(volume), 0n),
        )
        expect([longer[0]!.open, longer.at(-1)!.close]).toEqual([days[0]!.open, days.at(-1)!.close])
      }
    }
  })

  it('contain trades only in open hours, on the tick grid', () => {
    for (const symbol of ['ESmain', 'CLF7', 'SOLUSD', 'BTCUSD']) {
      const { grid } = subject.instrument(symbol)!
      const minutes = subject.bars(symbol, 'M1', { count: ALL, includeRunning: true })
      const wrong = minutes.filter(
        (bar) =>
          !isProductOpen(isCoin(symbol) ? 'CRYPTO' : 'FUTURES', bar.time) ||
          [bar.open, bar.high, bar.low, bar.close].some(
            (price) => price <= 0 || price % grid[0]!.step !== 0,
          ),
      )
      expect(wrong, symbol).toEqual([])
    }
    const weekend = subject
      .bars('BTCUSD', 'M1', { count: ALL, includeRunning: true })
      .filter((bar) => new Date(bar.time).getUTCDay() === 0)
    expect(weekend.length).toBeGreaterThan(6 * 1_300)
  })
})

describe('steps of products other than stock', () => {
  const plainSteps = stepsTo(market(), later(START, 20_000))
  const watching = (...symbols: string[]): Market => {
    const subject = market()
    for (const symbol of symbols) subject.watch(symbol)
    return subject
  }
  const reference = stepsTo(watching('ESZ6', 'BTCUSD'), later(START, 20_000))

  it('leave the stock tape exactly unchanged', () => {
    expect(only(plainSteps, 'ESZ6', 'BTCUSD')).toEqual([])
    expect(
      text(reference.filter(({ symbol }) => symbol !== 'ESZ6' && symbol !== 'BTCUSD')) ===
        text(plainSteps),
    ).toBe(true)
    // The tape of this seed and moment from before other products existed.
    expect(
      createHash('sha256').update(text(plainSteps)).digest('hex').slice(0, 16),
    ).toMatchInlineSnapshot(`"e429db6325ad5571"`)
  })

  it('are the same for any watch time, any pieces of time and any other reads', () => {
    const fullTrace = text(only(reference, 'ESZ6'))
    expect(only(reference, 'ESZ6').length).toBeGreaterThan(30)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 19_000 }),
        fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 10 }),
        fc.boolean(),
        (from, cuts, ask) => {
          const subject = market()
          const steps: MarketStep[] = []
          let off: (() => void) | null = null
          for (const cut of [...cuts, from, 20_000].sort((a, b) => a - b)) {
            subject.advance(later(START, cut), (step) => steps.push(step))
            if (cut >= from && off === null) off = subject.watch('ESZ6')
            if (ask) {
              subject.bars('ESmain', 'M15', { count: 20, includeRunning: true })
              subject.book('BTCUSD', 5)
            }
          }
          expect(
            text(only(steps, 'ESZ6')) ===
              text(only(reference, 'ESZ6').filter(({ time }) => time > START + from)),
          ).toBe(true)
          off?.()
          const after: MarketStep[] = []
          subject.advance(later(START, 25_000), (step) => after.push(step))
          expect(only(after, 'ESZ6')).toEqual([])
        },
      ),
      { numRuns: runs(2, 10) },
    )
    expect(
      text(only(stepsTo(watching('CLF7', 'ESZ6', 'ETHUSD'), later(START, 20_000)), 'ESZ6')),
    ).toBe(fullTrace)
  })

  it.each(['ESZ6', 'BTCUSD'])(
    'have for %s a two-sided, uncrossed book on the tick grid and price scale',
    (symbol) => {
      const { grid } = market().instrument(symbol)!
      for (const step of only(reference, symbol)) {
        const [bid, ask] = [step.bids[0]!, step.asks[0]!]
        expect(bid.price).toBeLessThan(ask.price)
        for (const side of [step.bids, step.asks]) {
          for (const { price, size } of side) {
            expect(price % grid[0]!.step === 0 && size > 0 && Number.isSafeInteger(size)).toBe(true)
          }
        }
        if (step.trade) {
          expect(step.trade.price % grid[0]!.step === 0 && step.trade.size > 0).toBe(true)
        }
      }
    },
  )

  it.each(['ESZ6', 'SOLUSD'])("equal for %s the history, including customers' prints", (symbol) => {
    const subject = watching(symbol)
    const tape: TapePrint[] = []
    const sink = (step: MarketStep): void => {
      if (step.symbol === symbol && step.trade) {
        tape.push({
          time: step.time,
          price: step.trade.price,
          size: step.trade.size,
          aggressor: step.trade.aggressor,
          session: step.session,
        })
      }
    }
    for (let elapsed = 10_000; elapsed <= 130_000; elapsed += 40_000) {
      subject.advance(later(START, elapsed), sink)
      const ask = subject.book(symbol, 1)!.asks[0]!
      subject.recordPrint({
        symbol,
        time: later(START, elapsed),
        price: ask.price,
        size: 12_345,
        aggressor: 'buy',
      })
      tape.push({
        time: later(START, elapsed),
        price: ask.price,
        size: 12_345,
        aggressor: 'buy',
        session: 'regular',
      })
    }
    expect(subject.ticks(symbol, tape.length, ['regular'])).toEqual([...tape].reverse())
    const minutes = subject.bars(symbol, 'M1', { count: ALL, start: START, includeRunning: true })
    expect(minutes.reduce((sum, { volume }) => sum + volume, 0)).toBe(
      tape.reduce((sum, { size }) => sum + size, 0),
    )
    if (symbol === 'ESZ6') {
      expect(
        plain(subject.bars('ESmain', 'M1', { count: ALL, start: START, includeRunning: true })),
      ).toEqual(plain(minutes))
    }
  })

  it('follow the related fund to the minute: index futures and bitcoin', () => {
    const subject = market()
    const ratios = (symbol: string, fund: string): number[] => {
      const funds = new Map(
        subject
          .bars(fund, 'M5', { count: 400, sessions: ['regular'], includeRunning: false })
          .map((bar) => [bar.time, bar.close]),
      )
      return subject
        .bars(symbol, 'M5', { count: 2_000, includeRunning: false })
        .flatMap((bar) => (funds.has(bar.time) ? [bar.close / funds.get(bar.time)!] : []))
    }
    for (const [symbol, fund, apart] of [
      ['ESZ6', 'SPY', 0.002],
      ['NQZ6', 'QQQ', 0.002],
      ['BTCUSD', 'IBIT', 0.004],
    ] as const) {
      const found = ratios(symbol, fund)
      expect(found.length).toBeGreaterThan(200)
      expect(Math.max(...found) / Math.min(...found) - 1, symbol).toBeLessThan(apart)
    }
  })
})

describe('skipped hours', () => {
  const evening = exchangeInstant('2026-11-20', 20 * 60)
  const monday = exchangeInstant('2026-11-23', 9 * 60)
  const resumed = (): Market => market({ resumeAt: evening })

  it('produce steps of symbols with orders only', () => {
    const subject = resumed()
    subject.watch('BTCUSD')
    subject.watch('ESZ6')
    const stop = subject.watch('ETHUSD', 'shown')
    expect(subject.skipEmitsSteps()).toBe(true)
    const steps: MarketStep[] = []
    for (let time: number = evening; time < monday; time += 20 * 60 * MINUTE_MS) {
      subject.skipTo(epochMs(Math.min(monday, time + 20 * 60 * MINUTE_MS)), (step) =>
        steps.push(step),
      )
    }
    expect(new Set(steps.map(({ symbol }) => symbol))).toEqual(new Set(['BTCUSD', 'ESZ6']))
    expect(isSorted(steps)).toBe(true)
    const coin = only(steps, 'BTCUSD').filter((step) => step.trade !== null)
    expect(coin.some(({ time }) => Math.abs(time - SATURDAY) < 10 * MINUTE_MS)).toBe(true)
    expect(only(steps, 'ESZ6').every(({ time }) => isProductOpen('FUTURES', time))).toBe(true)
    // No price is skipped: the published trades are the whole history.
    const printed = subject.ticks('BTCUSD', coin.length + 1, ['regular'])
    const history = printed
      .slice(0, coin.length)
      .map(({ time, price }) => `${time} ${price}`)
      .join()
    expect(
      history ===
        coin
          .map(({ time, trade }) => `${time} ${trade!.price}`)
          .reverse()
          .join(),
    ).toBe(true)
    expect(printed.at(-1)!.time).toBeLessThanOrEqual(evening)
    stop()
    // The day continues as if it had been skipped in one piece.
    const other = resumed()
    other.watch('BTCUSD')
    other.skipTo(monday)
    expect(
      text(stepsTo(subject, later(monday, 5_000)).filter(({ symbol }) => symbol !== 'ESZ6')) ===
        text(stepsTo(other, later(monday, 5_000))),
    ).toBe(true)
  })

  it('produce nothing without orders, and allow a watch to start within them', () => {
    const quiet = resumed()
    quiet.watch('BTCUSD', 'shown')
    expect(quiet.skipEmitsSteps()).toBe(false)
    quiet.skipTo(monday, () => expect.unreachable())
    const subject = resumed()
    subject.watch('BTCUSD')
    const steps: MarketStep[] = []
    let chained = false
    subject.skipTo(later(evening, 30 * MINUTE_MS), (step) => {
      steps.push(step)
      if (!chained) subject.watch('ETHUSD')
      chained = true
    })
    expect(only(steps, 'ETHUSD').length).toBeGreaterThan(50)
    expect(isSorted(steps)).toBe(true)
  })
})
