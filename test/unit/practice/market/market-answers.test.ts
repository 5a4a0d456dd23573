import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.ts'
import { epochMs } from '../../../../shared/domain/time.ts'
import { SeededMarket } from '../../../../electron/practice/market/market.ts'
import type { Market } from '../../../../electron/practice/market/securities/market-types.ts'
import { STOCK_SCALE, cashOf } from '../../../../electron/practice/model/units.ts'

const timeAt = (minute: number, day = '2026-11-20'): ReturnType<typeof exchangeInstant> =>
  exchangeInstant(day, minute)
const START = timeAt(10 * 60)
const market = (resumeAt = START): Market =>
  new SeededMarket({ seed: 'unit', startAt: START, resumeAt })
const quiet = (): void => undefined

describe('bars', () => {
  const subject = market(epochMs(START + 20_500))

  it('reach back ten years by day and thirty trading days by minute', () => {
    const days = subject.bars('AAPL', 'D', { count: 5_000, includeRunning: true })
    expect(days[0]!.time).toBeLessThanOrEqual(timeAt(0, '2016-11-20'))
    const minutes = subject.bars('AAPL', 'M1', {
      count: 100_000,
      includeRunning: true,
      sessions: ['pre', 'regular', 'post'],
    })
    expect(
      new Set(minutes.map((bar) => new Date(bar.time).toISOString().slice(0, 10))).size,
    ).toBeGreaterThanOrEqual(30)
    expect(new Set(minutes.map((bar) => bar.session))).toEqual(new Set(['pre', 'regular', 'post']))
  })

  it('return the newest `count`, oldest first, within inclusive bounds', () => {
    const query = { includeRunning: true } as const
    const all = subject.bars('MSFT', 'M5', { ...query, count: 300 })
    expect(all).toHaveLength(300)
    expect(subject.bars('MSFT', 'M5', { ...query, count: 7 })).toEqual(all.slice(-7))
    const [from, to] = [all[100]!.time, all[120]!.time]
    expect(subject.bars('MSFT', 'M5', { ...query, count: 300, start: from, end: to })).toEqual(
      all.slice(100, 121),
    )
    expect(subject.bars('MSFT', 'M5', { ...query, count: 3, end: to })).toEqual(all.slice(118, 121))
    expect(
      subject.bars('MSFT', 'S5', {
        ...query,
        count: 3,
        end: subject.bars('MSFT', 'S5', { ...query, count: 40 })[20]!.time,
      }),
    ).toEqual(subject.bars('MSFT', 'S5', { ...query, count: 40 }).slice(18, 21))
    const days = subject.bars('MSFT', 'W', { ...query, count: 60 })
    expect(subject.bars('MSFT', 'W', { ...query, count: 5, end: days[29]!.time })).toEqual(
      days.slice(25, 30),
    )
    expect(subject.bars('MSFT', 'M5', { ...query, count: 0 })).toEqual([])
    expect(subject.bars('NOPE', 'M5', { ...query, count: 10 })).toEqual([])
  })

  it('exclude the running bar by default', () => {
    for (const span of ['M1', 'M5', 'M60', 'D', 'W', 'M', 'Y'] as const) {
      const running = subject.bars('SPY', span, { count: 4, includeRunning: true })
      expect(subject.bars('SPY', span, { count: 3, includeRunning: false })).toEqual(
        running.slice(0, 3),
      )
    }
    const done = market(timeAt(16 * 60))
    expect(done.bars('SPY', 'D', { count: 1, includeRunning: false })[0]!.time).toBe(timeAt(0))
    expect(done.bars('SPY', 'W', { count: 1, includeRunning: false })[0]!.time).toBe(
      timeAt(0, '2026-11-16'),
    )
    expect(done.bars('SPY', 'M', { count: 1, includeRunning: false })[0]!.time).toBe(
      timeAt(0, '2026-10-01'),
    )
  })

  it('cover the regular session by day', () => {
    const day = subject.bars('AAPL', 'D', {
      count: 2,
      includeRunning: false,
      sessions: ['pre', 'post'],
    })[1]!
    expect(day.session).toBe('regular')
    expect(subject.bars('AAPL', 'D', { count: 1, includeRunning: false })[0]).toEqual(day)
  })
})

describe('snapshot', () => {
  it('shows the close of the previous day and the pre-market before the open', () => {
    const before = market(timeAt(9 * 60 + 15)).snapshot('NVDA')!
    const days = market().bars('NVDA', 'D', { count: 3, includeRunning: false })
    expect(before).toMatchObject({
      session: 'pre',
      last: days[2]!.close,
      previousClose: days[2]!.close,
      change: 0,
      open: null,
      volume: 0,
    })
    expect(before.regular).toMatchObject({
      last: days[2]!.close,
      open: days[2]!.open,
      volume: days[2]!.volume,
      previousClose: days[1]!.close,
    })
    expect(before.extended).toMatchObject({ session: 'pre' })
    expect(before.extended!.change).toBe(before.extended!.last - before.last)
    expect(before.extended!.volume).toBeGreaterThan(0)
  })

  it('shows today in the session, and today with after-hours later', () => {
    const inSession = market(timeAt(11 * 60)).snapshot('NVDA')!
    const days = market().bars('NVDA', 'D', { count: 3, includeRunning: false })
    expect(inSession).toMatchObject({
      session: 'regular',
      previousClose: days[2]!.close,
      extended: null,
    })
    expect(inSession.change).toBe(inSession.last - inSession.previousClose)
    expect(inSession.turnover > 0n).toBe(true)
    const average = Number(inSession.turnover / cashOf(1, inSession.volume, STOCK_SCALE))
    expect(average).toBeGreaterThanOrEqual(inSession.low!)
    expect(average).toBeLessThanOrEqual(inSession.high!)
    const evening = market(timeAt(18 * 60))
    const after = evening.snapshot('NVDA')!
    expect(after).toMatchObject({
      session: 'post',
      last: evening.bars('NVDA', 'D', { count: 1, includeRunning: false })[0]!.close,
    })
    expect(after.extended).toMatchObject({ session: 'post' })
    expect(market(timeAt(12 * 60, '2026-11-21')).snapshot('NVDA')).toMatchObject({
      session: 'closed',
      last: after.last,
    })
  })

  it('changes to the new day by the clock, with or without a trade', () => {
    const subject = market(timeAt(19 * 60 + 59))
    const evening = subject.snapshot('DIT')!
    subject.advance(timeAt(9 * 60 + 30, '2026-11-23'), quiet)
    const morning = subject.snapshot('DIT')!
    expect(morning.previousClose).toBe(evening.last)
    expect(morning.open === null ? morning.volume : 0).toBe(0)
  })

  it('contains the extremes of 52 weeks', () => {
    const subject = market()
    const year = subject.bars('F', 'D', { count: 253, includeRunning: true })
    expect(subject.snapshot('F')).toMatchObject({
      high52Weeks: Math.max(...year.map((bar) => bar.high)),
      low52Weeks: Math.min(...year.map((bar) => bar.low)),
    })
  })
})

describe("customers' prints", () => {
  it('enter the tape, running bars and the day, including fractional shares', () => {
    const subject = market()
    subject.advance(epochMs(START + 1_500), quiet)
    const before = subject.snapshot('UG')!
    const price = before.high! + 50_000
    subject.recordPrint({
      symbol: 'UG',
      time: epochMs(START + 1_500),
      price,
      size: 12_345,
      aggressor: 'buy',
    })
    const after = subject.snapshot('UG')!
    expect(after).toMatchObject({
      last: price,
      high: price,
      volume: before.volume + 12_345,
      turnover: before.turnover + cashOf(price, 12_345, STOCK_SCALE),
    })
    expect(subject.ticks('UG', 1, ['regular'])).toEqual([
      { time: START + 1_500, price, size: 12_345, aggressor: 'buy', session: 'regular' },
    ])
    for (const span of ['S5', 'M1', 'M15', 'D', 'Y'] as const) {
      expect(subject.bars('UG', span, { count: 1, includeRunning: true })[0]).toMatchObject({
        close: price,
      })
    }
    expect(subject.bars('AAPL', 'M1', { count: 1, includeRunning: true })).toEqual(
      (() => {
        const other = market()
        other.advance(epochMs(START + 1_500), quiet)
        return other.bars('AAPL', 'M1', { count: 1, includeRunning: true })
      })(),
    )
  })

  it('follow the trade at which they were made, however dense the tape is', () => {
    const subject = market()
    subject.setTickRate(30_000)
    const tape: string[] = []
    subject.advance(epochMs(START + 1_000), (step) => {
      if (step.symbol !== 'SPY' || !step.trade) return
      tape.push(`${step.time} ${step.trade.price} ${step.trade.size}`)
      if (tape.length % 3 !== 0) return
      subject.recordPrint({
        symbol: 'SPY',
        time: step.time,
        price: step.trade.price,
        size: 777,
        aggressor: 'sell',
      })
      tape.push(`${step.time} ${step.trade.price} 777`)
    })
    expect(tape.length).toBeGreaterThan(200)
    expect(
      subject
        .ticks('SPY', tape.length, ['regular'])
        .reverse()
        .map((print) => `${print.time} ${print.price} ${print.size}`),
    ).toEqual(tape)
  })

  it('remain in the bars of their minute when they exceed the size of the tape', () => {
    const subject = market()
    const { volume } = subject.snapshot('UG')!
    for (let i = 0; i < 15; i += 1) {
      subject.advance(epochMs(START + (i + 1) * 61_000), quiet)
      for (let n = 0; n < 2_000; n += 1) {
        subject.recordPrint({
          symbol: 'UG',
          time: subject.now(),
          price: 80_000,
          size: 100_000,
          aggressor: 'sell',
        })
      }
    }
    const plain = market()
    plain.advance(subject.now(), quiet)
    const minutes = (source: Market): number =>
      source
        .bars('UG', 'M1', { count: 16, start: START, includeRunning: true })
        .reduce((sum, bar) => sum + bar.volume, 0)
    expect(minutes(subject)).toBe(minutes(plain) + 15 * 2_000 * 100_000)
    expect(subject.snapshot('UG')!.volume).toBe(plain.snapshot('UG')!.volume + 15 * 2_000 * 100_000)
    expect(plain.snapshot('UG')!.volume).toBeGreaterThan(volume)
  })

  it('are ignored while nothing trades', () => {
    const subject = market(timeAt(12 * 60, '2026-11-21'))
    const before = subject.snapshot('UG')!
    subject.recordPrint({
      symbol: 'UG',
      time: subject.now(),
      price: 10_000,
      size: 100_000,
      aggressor: 'buy',
    })
    expect(subject.snapshot('UG')).toEqual(before)
  })
})

describe('the trade rate', () => {
  it('is high for liquid and low for illiquid symbols, and much lower after hours', () => {
    const count = (from: number): Map<string, number> => {
      const subject = market(timeAt(from))
      const counts = new Map<string, number>()
      subject.advance(timeAt(from + 3), (step) =>
        counts.set(step.symbol, (counts.get(step.symbol) ?? 0) + 1),
      )
      return counts
    }
    const noon = count(12 * 60)
    expect(noon.get('SPY')! / 180).toBeGreaterThan(1.5)
    expect(noon.get('SPY')! / 180).toBeLessThan(8)
    expect(180 / noon.get('DIT')!).toBeGreaterThan(2)
    expect(180 / noon.get('DIT')!).toBeLessThan(20)
    expect((count(18 * 60).get('SPY') ?? 0) * 5).toBeLessThan(noon.get('SPY')!)
  })

  it('follows a U over the day, with wider spreads at the open and outside the session', () => {
    const subject = market(timeAt(19 * 60))
    const halves = subject.bars('AAPL', 'M30', { count: 13 * 20, includeRunning: false })
    const volume = (minute: number): number =>
      halves
        .filter((bar) => bar.time % 86_400_000 === timeAt(minute) % 86_400_000)
        .reduce((sum, bar) => sum + bar.volume, 0)
    expect(volume(9 * 60 + 30)).toBeGreaterThan(1.8 * volume(12 * 60))
    expect(volume(15 * 60 + 30)).toBeGreaterThan(1.5 * volume(12 * 60))
    const spread = (minute: number): number => {
      const then = market(timeAt(minute))
      let sum = 0
      let steps = 0
      then.advance(timeAt(minute + 5), (step) => {
        if (step.symbol !== 'CAT') return
        sum += step.asks[0]!.price - step.bids[0]!.price
        steps += 1
      })
      return sum / steps
    }
    const noon = spread(12 * 60)
    expect(spread(9 * 60 + 30)).toBeGreaterThan(1.5 * noon)
    expect(spread(17 * 60)).toBeGreaterThan(2 * noon)
  })
})
