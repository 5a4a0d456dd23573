import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barStart } from '../../../../shared/domain/market/bar-start.js'
import { MINUTE_MS, epochMs } from '../../../../shared/domain/time.js'
import type { MarketStep } from '../../../../electron/practice/model/market-step.js'
import { START, eventVenueFixture } from './event-venue-fixture.js'

const first = eventVenueFixture('tape')
const OPEN = first
  .events()
  .flatMap(({ markets }) => markets)
  .filter(({ endsAt }) => endsAt > first.now())
  .map(({ symbol }) => symbol)
/** More one-minute bars than most markets have. */
const MAX_BARS = 100_000
const aMarket = fc.constantFrom(...OPEN)

describe('the book of an event market', () => {
  it('is never crossed, on the tick grid, and within 0 and 1', () => {
    fc.assert(
      fc.property(aMarket, (symbol) => {
        const book = first.venue.book(symbol, 100)
        const grid = first.venue.instrument(symbol)?.grid ?? []
        const step = (price: number): number =>
          grid.findLast(({ from }) => from <= price)?.step ?? 0
        for (const { price, size } of [...(book?.bids ?? []), ...(book?.asks ?? [])]) {
          expect(price % step(price)).toBe(0)
          expect(price).toBeGreaterThan(0)
          expect(price).toBeLessThan(10_000)
          expect(size).toBeGreaterThan(0)
        }
        const [bid, ask] = [book?.bids[0]?.price, book?.asks[0]?.price]
        if (bid !== undefined && ask !== undefined) expect(bid).toBeLessThan(ask)
        expect(bid ?? ask).toBeDefined()
        const prices = book?.bids.map(({ price }) => price) ?? []
        expect(prices).toEqual([...prices].sort((a, b) => b - a))
      }),
      { numRuns: 300 },
    )
  })

  it('has bids of exclusive outcomes of at most one dollar in total, and asks of at least one', () => {
    for (const { rule, markets } of first.events()) {
      if (
        !rule.exclusive ||
        markets.length < 2 ||
        markets.some(({ endsAt }) => endsAt <= first.now())
      ) {
        continue
      }
      const quotes = markets.map(({ symbol }) => first.venue.book(symbol, 1))
      const bids = quotes.reduce((sum, book) => sum + (book?.bids[0]?.price ?? 0), 0)
      const asks = quotes.reduce((sum, book) => sum + (book?.asks[0]?.price ?? 10_000), 0)
      // Buying all outcomes never costs less than the one dollar that they pay, and selling them
      // never brings more.
      expect(bids).toBeLessThanOrEqual(10_000)
      expect(asks).toBeGreaterThanOrEqual(10_000)
    }
  })
})

describe('the tape of an event market', () => {
  it('is the same for every reader', () => {
    const second = eventVenueFixture('tape')
    for (const symbol of OPEN.filter((_, index) => index % 12 === 0)) {
      expect(second.venue.ticks(symbol, 200)).toEqual(first.venue.ticks(symbol, 200))
    }
  })

  it('has one-minute bars that add up exactly to every longer bar', () => {
    fc.assert(
      fc.property(
        aMarket,
        fc.constantFrom('M5', 'M15', 'M30', 'M60', 'M120', 'M240', 'D', 'W' as const),
        (symbol, timespan) => {
          const range = { count: MAX_BARS, includeRunning: true }
          const minutes = first.venue.bars(symbol, 'M1', range)
          const long = first.venue.bars(symbol, timespan, range)
          const groups = new Map<number, (typeof minutes)[number][]>()
          let newest = 0
          for (const bar of minutes) {
            // New York's clock goes back once a year; bar times never do.
            newest = Math.max(newest, barStart(bar.time, timespan))
            const parts = groups.get(newest)
            if (parts === undefined) groups.set(newest, [bar])
            else parts.push(bar)
          }
          // A market of several years has more minutes than were read: its first group is cut.
          const isCut = minutes.length === MAX_BARS
          const complete = [...groups].slice(isCut ? 1 : 0)
          expect(isCut ? long.slice(-complete.length) : long).toEqual(
            complete.map(([time, parts]) => ({
              time,
              open: parts[0]?.open,
              high: Math.max(...parts.map(({ high }) => high)),
              low: Math.min(...parts.map(({ low }) => low)),
              close: parts.at(-1)?.close,
              volume: parts.reduce((total, { volume }) => total + volume, 0),
            })),
          )
        },
      ),
      { numRuns: 8 },
    )
  })

  it('selects from the same bars by count and bounds', () => {
    fc.assert(
      fc.property(aMarket, fc.integer({ min: 1, max: 60 }), (symbol, count) => {
        const all = first.venue.bars(symbol, 'M30', { count: 100_000, includeRunning: true })
        expect(first.venue.bars(symbol, 'M30', { count, includeRunning: true })).toEqual(
          all.slice(-count),
        )
        const middle = all[Math.floor(all.length / 2)]
        if (middle === undefined) return
        expect(
          first.venue.bars(symbol, 'M30', {
            count: 100_000,
            start: middle.time,
            includeRunning: true,
          }),
        ).toEqual(all.filter(({ time }) => time >= middle.time))
        expect(
          first.venue.bars(symbol, 'M30', {
            count: 100_000,
            end: middle.time,
            includeRunning: true,
          }),
        ).toEqual(all.filter(({ time }) => time <= middle.time))
      }),
      { numRuns: 8 },
    )
  })
})

describe('watched markets', () => {
  /**
   * Returns the steps of some markets over ten minutes, advanced in pieces of the given lengths.
   */
  function stepsInPieces(cuts: readonly number[]): readonly MarketStep[] {
    const fixture = eventVenueFixture('steps')
    for (const symbol of SYMBOLS) fixture.venue.watch(symbol)
    const steps: MarketStep[] = []
    let time: number = START
    for (const cut of [...cuts, 10 * MINUTE_MS]) {
      time = Math.min(START + 10 * MINUTE_MS, time + cut)
      fixture.to(time)
      fixture.venue.advance(epochMs(time), (step) => steps.push(step))
    }
    return steps
  }
  const SYMBOLS = eventVenueFixture('steps')
    .events()
    .flatMap(({ markets }) => markets)
    .filter(({ endsAt }) => endsAt > START + 10 * MINUTE_MS)
    .map(({ symbol }) => symbol)
    .filter((_, index) => index % 60 === 0)

  it('publish the same steps for any pieces of time, with the trades of the tape', () => {
    const reference = stepsInPieces([])
    expect(reference.length).toBeGreaterThan(SYMBOLS.length * 250)
    expect(reference.some(({ trade }) => trade !== null)).toBe(true)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 12 }), (cuts) => {
        expect(stepsInPieces(cuts)).toEqual(reference)
      }),
      { numRuns: 4 },
    )
    const fixture = eventVenueFixture('steps')
    fixture.to(START + 10 * MINUTE_MS)
    for (const symbol of SYMBOLS) {
      const trades = reference
        .filter((step) => step.symbol === symbol && step.trade !== null)
        .map(({ time, trade }) => [time, trade?.price, trade?.size])
      expect(trades).toEqual(
        fixture.venue
          .ticks(symbol, 1_000)
          .filter(({ time }) => time > START)
          .map(({ time, price, size }) => [time, price, size])
          .reverse(),
      )
    }
  })

  it('publish nothing once unwatched', () => {
    const fixture = eventVenueFixture('steps')
    const [symbol = ''] = SYMBOLS
    const [stopFirst, stopSecond] = [fixture.venue.watch(symbol), fixture.venue.watch(symbol)]
    const count = (to: number): number => {
      let steps = 0
      fixture.to(to)
      fixture.venue.advance(epochMs(to), () => (steps += 1))
      return steps
    }
    stopFirst()
    stopFirst()
    expect(count(START + MINUTE_MS)).toBeGreaterThan(20)
    stopSecond()
    expect(count(START + 2 * MINUTE_MS)).toBe(0)
  })
})

it("add a customer's print to tape, bars and volume", () => {
  const fixture = eventVenueFixture('print')
  const [symbol = ''] = OPEN
  const before = fixture.venue.snapshot(symbol)
  fixture.venue.recordPrint({
    symbol,
    time: fixture.now(),
    price: 4_200,
    size: 300_000,
    aggressor: 'buy',
  })
  const [newest] = fixture.venue.ticks(symbol, 1)
  expect(newest).toMatchObject({ price: 4_200, size: 300_000, aggressor: 'buy' })
  expect(fixture.venue.snapshot(symbol)).toMatchObject({
    last: 4_200,
    volume: (before?.volume ?? 0) + 300_000,
  })
  expect(fixture.venue.bars(symbol, 'D', { count: 1, includeRunning: true })[0]).toMatchObject({
    close: 4_200,
    volume: (before?.volume ?? 0) + 300_000,
  })
})
