import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { Bar } from '../../../../shared/domain/market/bar.js'
import {
  asPrice,
  asQuantity,
  dec,
  fromInteger,
  maxOf,
  minOf,
  sum,
} from '../../../../shared/domain/decimal.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import type { Tick } from '../../../../shared/domain/market/quote.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { barStart } from '../../../../shared/domain/market/bar-start.js'
import {
  addTick,
  countsIn,
  createBarBuilder,
} from '../../../../electron/core/market/bars/bar-builder.js'
import { createExchangeOffset } from '../../../../electron/core/market/exchange-offset.js'
import { searchInstruments } from '../../../../electron/core/market/instruments.js'
import { emptyQuote, mergeQuote } from '../../../../electron/core/market/merge-quote.js'
import {
  createTape,
  missingTicks,
  TAPE_LENGTH,
} from '../../../../electron/core/market/trade-tape.js'

const AAPL = symbol('AAPL')
/** 2026-11-20 10:00:00 in New York. */
const T0 = Date.UTC(2026, 10, 20, 15, 0, 0)
const tick = (ms: number, cents: number, size = 10, overrides: Partial<Tick> = {}): Tick => ({
  symbol: AAPL,
  time: epochMs(T0 + ms),
  price: asPrice(fromInteger(cents, 2)),
  size: asQuantity(fromInteger(size)),
  side: 'buy',
  session: 'regular',
  ...overrides,
})
const timeAt = (ms: number) => epochMs(T0 + ms)

describe('quotes', () => {
  test('a message that moves the book only keeps the change of the day as it is', () => {
    const first = mergeQuote(emptyQuote(AAPL, timeAt(0)), {
      symbol: AAPL,
      receivedAt: timeAt(1),
      last: asPrice(dec('185.20')),
      previousClose: asPrice(dec('184.00')),
      time: timeAt(0),
    })
    const next = mergeQuote(first, { symbol: AAPL, receivedAt: timeAt(2), bid: asPrice(dec('1')) })
    expect([next.quote.change, next.quote.changeRatio]).toEqual(['1.2', '0.006522'])
    const day = mergeQuote(next, {
      symbol: AAPL,
      receivedAt: timeAt(3),
      previousClose: asPrice(dec('185.00')),
      time: timeAt(2),
    })
    expect([day.quote.change, day.quote.changeRatio]).toEqual(['0.2', '0.001081'])
  })

  test('changes only the members of a patch', () => {
    const first = mergeQuote(emptyQuote(AAPL, timeAt(0)), {
      symbol: AAPL,
      receivedAt: timeAt(1),
      last: asPrice(dec('185.20')),
      bid: asPrice(dec('185.19')),
      time: timeAt(0),
    })
    const next = mergeQuote(first, {
      symbol: AAPL,
      receivedAt: timeAt(5),
      last: asPrice(dec('185.21')),
      time: timeAt(4),
    })
    expect(next.quote).toEqual({
      ...first.quote,
      last: '185.21',
      time: timeAt(4),
      receivedAt: timeAt(5),
    })
  })

  test('fills only gaps from a snapshot that is older than the stream', () => {
    const streamed = mergeQuote(emptyQuote(AAPL, timeAt(0)), {
      symbol: AAPL,
      receivedAt: timeAt(10),
      last: asPrice(dec('186')),
      time: timeAt(9),
    })
    const merged = mergeQuote(streamed, {
      symbol: AAPL,
      receivedAt: timeAt(12),
      last: asPrice(dec('185')),
      previousClose: asPrice(dec('184')),
      time: timeAt(3),
    })
    expect(merged.quote).toMatchObject({
      last: '186',
      previousClose: '184',
      time: timeAt(9),
      receivedAt: timeAt(12),
    })
  })

  test('accepts trades and bid/ask by their own times', () => {
    const book = mergeQuote(emptyQuote(AAPL, timeAt(0)), {
      symbol: AAPL,
      receivedAt: timeAt(10),
      bid: asPrice(dec('186')),
      time: timeAt(10),
    })
    const traded = mergeQuote(book, {
      symbol: AAPL,
      receivedAt: timeAt(11),
      last: asPrice(dec('185.90')),
      time: timeAt(4),
    })
    expect(traded.quote).toMatchObject({ bid: '186', last: '185.90', time: timeAt(10) })
    const laterTrade = mergeQuote(traded, {
      symbol: AAPL,
      receivedAt: timeAt(12),
      last: asPrice(dec('185.80')),
      time: timeAt(7),
    })
    expect(laterTrade.quote.last).toBe('185.80')
    expect(
      mergeQuote(laterTrade, {
        symbol: AAPL,
        receivedAt: timeAt(13),
        last: asPrice(dec('185.70')),
        time: timeAt(6),
      }).quote.last,
    ).toBe('185.80')
    const late = mergeQuote(laterTrade, {
      symbol: AAPL,
      receivedAt: timeAt(14),
      bid: asPrice(dec('185')),
      time: timeAt(9),
    })
    expect(late.quote.bid).toBe('186')
  })
})

describe('running bars', () => {
  test('equal the bar of the whole list when trades are added one by one', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            gap: fc.integer({ min: 0, max: 20_000 }),
            cents: fc.integer({ min: 1, max: 99_999 }),
            size: fc.integer({ min: 1, max: 500 }),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        (list) => {
          let time = 0
          const ticks = list.map(({ gap, cents, size }) => tick((time += gap), cents, size))
          const bar = ticks.reduce<Bar | null>((known, next) => addTick(known, next, 'M1'), null)!
          const last = ticks.at(-1)!
          const ticksOfBar = ticks.filter(
            (trade) => barStart(trade.time, 'M1') === barStart(last.time, 'M1'),
          )
          expect(bar).toEqual({
            time: barStart(last.time, 'M1'),
            open: ticksOfBar[0]!.price,
            close: last.price,
            high: ticksOfBar.map((trade) => trade.price).reduce((a, b) => maxOf(a, b)),
            low: ticksOfBar.map((trade) => trade.price).reduce((a, b) => minOf(a, b)),
            volume: sum(ticksOfBar.map((trade) => trade.size)),
          })
        },
      ),
    )
  })

  test("start from the provider's bar; trades during the request change the price only", () => {
    const builder = createBarBuilder('M1')
    builder.beginSeed()
    builder.add(tick(30_000, 18_600, 7))
    const seed: Bar = {
      time: timeAt(0),
      open: asPrice(dec('185')),
      high: asPrice(dec('185.5')),
      low: asPrice(dec('184')),
      close: asPrice(dec('185.1')),
      volume: asQuantity(dec('1000')),
    }
    expect(builder.seed(seed)).toEqual({ certain: false })
    expect(builder.bar).toEqual({ ...seed, high: '186.00', close: '186.00', volume: '1000' })
    builder.beginSeed()
    expect(
      builder.seed({
        ...seed,
        high: asPrice(dec('186')),
        close: asPrice(dec('186')),
        volume: asQuantity(dec('1007')),
      }),
    ).toEqual({ certain: true })
    expect(builder.bar?.volume).toBe('1007')
    builder.add(tick(40_000, 18_550, 3))
    expect(builder.bar?.volume).toBe('1010')
    builder.add(tick(61_000, 18_700, 4))
    expect(builder.bar).toMatchObject({ time: timeAt(60_000), open: '187.00', volume: '4' })
    expect(builder.seed(seed)).toEqual({ certain: true })
    expect(builder.bar?.time).toBe(timeAt(60_000))
  })

  test('use the regular session for days, and the extended ones too for minutes', () => {
    expect([
      countsIn({ session: 'pre' }, 'D'),
      countsIn({ session: 'regular' }, 'D'),
      countsIn({ session: 'pre' }, 'M1'),
      countsIn({ session: 'overnight' }, 'M1'),
    ]).toEqual([false, true, true, false])
  })
})

describe('the list of trades', () => {
  test('merges a list and a stream without repeats, also for two identical trades', () => {
    const twin = tick(5, 100)
    expect(missingTicks([twin], [tick(1, 100), twin, twin, tick(9, 100)])).toEqual([
      tick(1, 100),
      twin,
      tick(9, 100),
    ])
    const tape = createTape()
    const received: Tick[] = []
    tape.events(AAPL).subscribe((items) => received.push(...items))
    tape.apply(tick(9, 100))
    tape.fill(AAPL, [tick(1, 100), tick(5, 100), tick(9, 100)])
    tape.fill(AAPL, [tick(1, 100), tick(5, 100), tick(9, 100)])
    expect(
      tape
        .events(AAPL)
        .recent()
        .map((trade) => trade.time - T0),
    ).toEqual([1, 5, 9])
    expect(received).toHaveLength(3)
  })

  test('has the newest 500 trades at every length, and what was read of it stays as it was', () => {
    const tape = createTape()
    const { recent } = tape.events(AAPL)
    for (let count = 1; count <= 1_200; count += 1) {
      const before = recent()
      tape.apply(tick(count, 100))
      const after = recent()
      expect([before.length, after.length]).toEqual([
        Math.min(count - 1, TAPE_LENGTH),
        Math.min(count, TAPE_LENGTH),
      ])
      expect([after[0]?.time, after.at(-1)?.time]).toEqual([
        timeAt(Math.max(1, count - TAPE_LENGTH + 1)),
        timeAt(count),
      ])
    }
  })

  test('stores the latest 500 trades', () => {
    const tape = createTape()
    for (let index = 0; index < 600; index += 1) tape.apply(tick(index, 100))
    expect(tape.events(AAPL).recent()).toHaveLength(500)
    expect(tape.events(AAPL).recent()[0]!.time).toBe(timeAt(100))
  })
})

describe('instrument search', () => {
  const instrument = (name: string, companyName: string): Instrument => ({
    symbol: symbol(name),
    name: companyName,
    exchange: 'NSQ',
    assetClass: 'stock',
    kind: 'stock',
    tradable: 'yes',
    shortable: true,
    fractionable: true,
    marginable: true,
    overnight: false,
    currency: 'USD',
    initialMarginLong: null,
    maintenanceMarginLong: null,
  })
  const list = [
    instrument('AMZN', 'Amazon.com Inc'),
    instrument('A', 'Agilent Technologies'),
    instrument('AAPL', 'Apple Inc'),
    instrument('MSFT', 'Microsoft Corp'),
    instrument('APLE', 'Apple Hospitality REIT'),
    instrument('JPM', 'JPMorgan Chase & Co'),
  ]
  const find = (text: string, limit = 10) =>
    searchInstruments(list, text, limit).map((found) => `${found.symbol}`)
  test('ranks the exact symbol first, then prefixes, then names', () => {
    expect(find('a')).toEqual(['A', 'AAPL', 'AMZN', 'APLE'])
    expect(find('apple')).toEqual(['AAPL', 'APLE'])
    expect(find('hosp app')).toEqual(['APLE'])
    expect(find('soft')).toEqual(['MSFT'])
    expect(find('zzz')).toEqual([])
    expect(find('', 2)).toEqual(['A', 'AAPL'])
  })
})

describe('the exchange clock offset', () => {
  test('rises at once, and falls only after a whole window of lower values', () => {
    const offset = createExchangeOffset()
    expect(offset.observe(timeAt(3_600_000), timeAt(0))).toBe(true)
    expect(offset.observe(timeAt(3_599_000), timeAt(100))).toBe(false)
    expect(offset.observe(timeAt(3_500_000), timeAt(5_000))).toBe(false)
    expect(offset.ms).toBe(3_600_000)
    expect(offset.observe(timeAt(7_200_000), timeAt(6_000))).toBe(true)
    expect(offset.ms).toBe(7_194_000)
  })
})
