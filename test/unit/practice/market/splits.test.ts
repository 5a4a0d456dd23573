import { beforeAll, describe, expect, it } from 'vitest'
import {
  OVERNIGHT_MINUTE,
  PRE_OPEN_MINUTE,
  exchangeInstant,
  isTradingDay,
  tradingDay,
} from '../../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { SeededMarket } from '../../../../electron/practice/market/market.js'
import type {
  BarData,
  Market,
} from '../../../../electron/practice/market/securities/market-types.js'
import {
  plannedSplits,
  type ShareSplit,
} from '../../../../electron/practice/market/securities/splits.js'
import { PROGRAMS } from '../../../../electron/practice/options/programs.js'
import { COMPANIES } from '../../../../electron/practice/reference/company-facts.js'
import { FUNDS } from '../../../../electron/practice/reference/fund-facts.js'

const FIRST = '2026-11-20'
const START = exchangeInstant(FIRST, 10 * 60)
const SEEDS = Array.from({ length: 40 }, (_, index) => `seed-${index}`)
const market = (): Market => new SeededMarket({ seed: 'seed', startAt: START })
const splitOf = (symbol: string): ShareSplit =>
  market().splits.find((split) => split.symbol === symbol)!

describe('the calendar of splits', () => {
  it('follows from the seed, with announced splits on trading days after the first', () => {
    for (const seed of SEEDS) {
      const splits = plannedSplits(seed, FIRST)
      expect(splits).toEqual(plannedSplits(seed, FIRST))
      expect(splits.map(({ day }) => day)).toEqual(splits.map(({ day }) => day).toSorted())
      for (const { day, announced, from, to } of splits) {
        expect(isTradingDay(day)).toBe(true)
        expect(day > tradingDay(FIRST, 5) && announced < day).toBe(true)
        expect(Math.min(from, to)).toBe(1)
        expect(Math.max(from, to)).toBeGreaterThan(1)
      }
      expect(
        splits.some(({ from, to }) => from > to) && splits.some(({ from, to }) => from < to),
      ).toBe(true)
    }
    expect(
      new Set(SEEDS.map((seed) => JSON.stringify(plannedSplits(seed, FIRST)))).size,
    ).toBeGreaterThan(30)
  })

  it('excludes stocks with listed options or dividends', () => {
    const optioned = new Set<string>(PROGRAMS.map(({ underlying }) => underlying))
    for (const { symbol } of plannedSplits('seed', FIRST)) {
      expect(optioned.has(symbol)).toBe(false)
      expect([...COMPANIES, ...FUNDS].find((facts) => facts.symbol === symbol)?.dividendYield).toBe(
        0,
      )
    }
  })
})

describe.each(['BRK.B', 'PLUG'])('a split of %s', (symbol) => {
  const { day, from, to } = splitOf(symbol)
  const eve = tradingDay(day, -1)
  const evening = exchangeInstant(eve, OVERNIGHT_MINUTE)
  const begins = exchangeInstant(day, PRE_OPEN_MINUTE)
  const noon = exchangeInstant(day, 12 * 60)
  const dayBars = (source: Market, count = 300): BarData[] =>
    source.bars(symbol, 'D', { count, includeRunning: true })
  const minutes = (source: Market): BarData[] =>
    source.bars(symbol, 'M1', {
      count: 1_200,
      end: evening,
      sessions: ['pre', 'regular', 'post'],
      includeRunning: true,
    })
  /** Converts a price into shares after the split. */
  const price = (old: number): number => Math.round((old * from) / to)
  let before: { days: BarData[]; minutes: BarData[]; close: number; reference: number }
  const subject = market()

  beforeAll(() => {
    subject.skipTo(evening)
    before = {
      days: dayBars(subject),
      minutes: minutes(subject),
      close: subject.snapshot(symbol)!.last,
      reference: subject.listing(symbol)!.referencePrice,
    }
    expect(subject.sharesNow(symbol)).toBe(1)
  })

  it('takes effect with the first minute of its day: book, last, previous close, reference', () => {
    subject.skipTo(epochMs(begins - 1))
    const old = subject.book(symbol)!
    subject.skipTo(begins)
    const { bids, asks } = subject.book(symbol)!
    expect(subject.sharesNow(symbol)).toBe(to / from)
    expect(bids[0]!.price).toBeLessThan(asks[0]!.price)
    expect(Math.abs(bids[0]!.price - price(old.bids[0]!.price))).toBeLessThan(100)
    const snapshot = subject.snapshot(symbol)!
    expect(snapshot.last).toBe(price(before.close))
    expect(snapshot.high52Weeks).toBeGreaterThanOrEqual(snapshot.last)
    expect(snapshot.low52Weeks).toBeLessThanOrEqual(snapshot.last)
    expect(
      Math.abs(subject.listing(symbol)!.referencePrice - price(before.reference)),
    ).toBeLessThanOrEqual(50)
  })

  it('continues trading at the new price, in new shares', () => {
    subject.skipTo(noon)
    const snapshot = subject.snapshot(symbol)!
    expect(snapshot.previousClose).toBe(price(before.close))
    expect(snapshot.change).toBe(snapshot.last - snapshot.previousClose)
    expect(Math.abs(Math.log(snapshot.last / snapshot.previousClose))).toBeLessThan(0.4)
    const usual = before.days.slice(-20).reduce((sum, { volume }) => sum + volume, 0) / 20
    const today = market()
    today.skipTo(exchangeInstant(day, OVERNIGHT_MINUTE))
    const { volume } = dayBars(today, 1)[0]!
    expect((volume * from) / to / usual).toBeGreaterThan(0.2)
    expect((volume * from) / to / usual).toBeLessThan(5)
    expect(
      Math.abs(subject.ticks(symbol, 1, ['pre', 'regular'])[0]!.price - snapshot.last),
    ).toBeLessThanOrEqual(1)
  })

  it('leaves earlier minute bars and trades unchanged', () => {
    expect(minutes(subject)).toEqual(before.minutes)
    const eveBars = subject.bars(symbol, 'M1', {
      count: 1_200,
      end: evening,
      includeRunning: true,
      adjusted: true,
    })
    const raw = subject.bars(symbol, 'M1', { count: 1_200, end: evening, includeRunning: true })
    expect(eveBars.map(({ close }) => close)).toEqual(raw.map(({ close }) => price(close)))
  })

  it('adjusts earlier daily, weekly, monthly and yearly bars', () => {
    const known = new Map(dayBars(subject).map((bar) => [bar.time, bar]))
    for (const old of before.days.slice(1)) {
      const volume = Math.round((old.volume * to) / from)
      expect(known.get(old.time) ?? old.time).toEqual({
        ...old,
        open: price(old.open),
        high: price(old.high),
        low: price(old.low),
        close: price(old.close),
        volume,
      })
    }
    const days = dayBars(subject)
    for (const span of ['W', 'M'] as const) {
      const bars = subject.bars(symbol, span, { count: 3, includeRunning: true })
      for (const [place, bar] of bars.entries()) {
        const parts = days.filter(
          ({ time }) => time >= bar.time && time < (bars[place + 1]?.time ?? Infinity),
        )
        expect(bar).toMatchObject({
          open: parts[0]!.open,
          high: Math.max(...parts.map(({ high }) => high)),
          low: Math.min(...parts.map(({ low }) => low)),
          close: parts.at(-1)!.close,
        })
      }
    }
    const [year] = subject.bars(symbol, 'Y', { count: 1, includeRunning: true })
    expect(year!.high / year!.close).toBeLessThan(5)
    expect(year!.close / year!.low).toBeLessThan(8)
  })

  it('is the same for a market resumed after it', () => {
    const resumed = new SeededMarket({ seed: 'seed', startAt: START, resumeAt: noon })
    expect(dayBars(resumed)).toEqual(dayBars(subject))
    expect(resumed.snapshot(symbol)).toEqual(subject.snapshot(symbol))
    expect(resumed.book(symbol)).toEqual(subject.book(symbol))
  })
})

describe('a stock without a split', () => {
  it('keeps its shares and its reference price', () => {
    const subject = market()
    subject.skipTo(exchangeInstant(tradingDay(FIRST, 120), 12 * 60))
    for (const { symbol, referencePrice } of subject.listings) {
      const split = subject.splits.find((candidate) => candidate.symbol === symbol)
      expect(subject.sharesNow(symbol)).toBe(split === undefined ? 1 : split.to / split.from)
      if (split === undefined) expect(subject.listing(symbol)!.referencePrice).toBe(referencePrice)
    }
  })
})
