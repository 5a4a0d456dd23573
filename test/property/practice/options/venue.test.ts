import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { barStart } from '../../../../shared/domain/market/bar-start.js'
import type { Timespan } from '../../../../shared/domain/market/bar.js'
import type { MarketStep } from '../../../../electron/practice/model/market-step.js'
import {
  instrumentIdOf,
  readInstrumentId,
  readOcc,
} from '../../../../electron/practice/options/contracts.js'
import { plain, rolledUp } from '../market/market-fixture.js'
import { START, optionVenueFixture, later, nearMoney } from './option-venue-fixture.js'
import { runs } from '../../../harness/system/effort.js'

const ALL = 1_000_000

describe('listed contracts', () => {
  const subject = optionVenueFixture()

  it('have symbols and ids that resolve to them, in list order', () => {
    let before = 0
    for (const program of ['SPY', 'SPX', 'KO', 'COST']) {
      for (const contract of nearMoney(subject, program, 3)) {
        expect(readOcc(contract.symbol)).toEqual(contract)
        expect(readInstrumentId(instrumentIdOf(contract))).toEqual(contract)
      }
    }
    for (const contract of subject.venue.listings.contracts()) {
      const id = Number(instrumentIdOf(contract))
      if (id <= before) expect.fail(`${contract.symbol} is out of order`)
      before = id
    }
  })

  it('can be listed from any of them on', () => {
    const all = [...subject.venue.listings.contracts()].map(({ symbol }) => symbol)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: all.length - 2 }), (index) => {
        const rest = subject.venue.listings.contracts({ after: readOcc(all[index] ?? '') })
        expect(rest.next().value?.symbol).toBe(all[index + 1])
      }),
      { numRuns: runs(8, 40) },
    )
  })

  it('are not found for an invalid expiration, strike or underlying', () => {
    for (const symbol of [
      'NOPE261120C00100000',
      'SPY261121C00670000',
      'SPY261120C00670500',
      'SPY261120X00670000',
      'SPY261120C99999000',
      'SPY26112OC00670000',
      '',
    ]) {
      expect(subject.venue.instrument(symbol)).toBeUndefined()
    }
  })

  it('stay listed while the price moves, until they expire', () => {
    const subject = optionVenueFixture('moves')
    const before = nearMoney(subject, 'TSLA', 1).map(({ symbol }) => symbol)
    subject.market.skipTo(epochMs(exchangeInstant('2026-11-25', 12 * 60)))
    for (const symbol of before) expect(subject.venue.instrument(symbol)?.status).toBe('OC')
    subject.market.skipTo(epochMs(exchangeInstant('2026-11-27', 13 * 60)))
    for (const symbol of before) expect(subject.venue.instrument(symbol)?.status).toBe('NT')
  })
})

describe('the options market', () => {
  it('produces the same steps for any pieces of time, equal to its history', () => {
    const stepsInPieces = (cuts: readonly number[]) => {
      const subject = optionVenueFixture()
      const steps: MarketStep[] = []
      const [call] = nearMoney(subject, 'SPY', 0)
      subject.venue.watch(call?.symbol ?? '')
      for (const cut of cuts) {
        subject.market.advance(later(cut), (step) =>
          subject.venue.follow(step, (own) => steps.push(own)),
        )
        subject.venue.advance(later(cut), (own) => steps.push(own))
      }
      return { subject, steps, symbol: call?.symbol ?? '' }
    }
    const reference = stepsInPieces([120_000])
    const trades = (steps: readonly MarketStep[]) =>
      steps.flatMap(({ time, trade }) =>
        trade
          ? [
              {
                time,
                price: trade.price,
                size: trade.size,
                aggressor: trade.aggressor,
                session: 'regular',
              },
            ]
          : [],
      )
    expect(trades(reference.steps).length).toBeGreaterThan(3)
    expect(trades(stepsInPieces([1_000, 15_500, 60_000, 60_001, 119_999, 120_000]).steps)).toEqual(
      trades(reference.steps),
    )
    const history = reference.subject.venue
      .ticks(reference.symbol, 500)
      .filter(({ time }) => time > START)
    expect(trades(reference.steps)).toEqual(history.reverse())
    for (const { bids, asks, trade } of reference.steps) {
      expect(bids[0]?.price ?? 0).toBeLessThan(asks[0]?.price ?? 0)
      if (trade) {
        expect(trade.price).toBe(trade.aggressor === 'buy' ? asks[0]?.price : bids[0]?.price)
      }
      expect(bids.map(({ price }) => price)).toEqual(
        bids.map(({ price }) => price).sort((a, b) => b - a),
      )
      expect(asks.map(({ price }) => price)).toEqual(
        asks.map(({ price }) => price).sort((a, b) => a - b),
      )
    }
  })

  it('publishes nothing for unwatched contracts', () => {
    const subject = optionVenueFixture()
    const [call] = nearMoney(subject, 'AAPL', 0)
    let stepCount = 0
    const stop = subject.venue.watch(call?.symbol ?? '')
    const move = (to: number): void =>
      subject.market.advance(later(to), (step) =>
        subject.venue.follow(step, () => {
          stepCount += 1
        }),
      )
    move(5_000)
    expect(stepCount).toBeGreaterThan(0)
    stop()
    stop()
    const before = stepCount
    move(10_000)
    expect(stepCount).toBe(before)
  })

  it.each([
    ['SPY', 0],
    ['NVDA', 1],
    ['KO', 2],
    ['SPX', 4],
  ] as const)('rolls up for %s: minutes to every span, and trades to minutes', (name, skip) => {
    const subject = optionVenueFixture()
    subject.market.advance(later(20_000), () => undefined)
    const [contract] = nearMoney(subject, name, skip)
    const symbol = contract?.symbol ?? ''
    const bars = (span: Timespan) =>
      subject.venue.bars(symbol, span, { count: ALL, includeRunning: true })
    const minutes = bars('M1')
    expect(minutes.length).toBeGreaterThan(20)
    for (const span of ['M5', 'M15', 'M30', 'M60', 'M120', 'M240', 'D', 'W', 'M', 'Y'] as const) {
      expect(plain(bars(span))).toEqual(rolledUp(minutes, (time) => barStart(time, span)))
    }
    const prints = subject.venue
      .ticks(symbol, ALL)
      .reverse()
      .map(({ time, price, size }) => ({
        time,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: size,
        session: 'regular' as const,
      }))
    expect(rolledUp(prints, (time) => barStart(time, 'M1'))).toEqual(plain(minutes))
    expect(subject.venue.bars(symbol, 'M5', { count: 3, includeRunning: true })).toEqual(
      bars('M5').slice(-3),
    )
    const done = subject.venue.bars(symbol, 'D', { count: 2, includeRunning: false })
    expect(done.at(-1)?.time).toBeLessThan(exchangeInstant('2026-11-20', 0))
  })

  it("adds a customer's print to tape, bars and volume", () => {
    const subject = optionVenueFixture()
    subject.market.advance(later(1_000), () => undefined)
    const [contract] = nearMoney(subject, 'KO', 4)
    const symbol = contract?.symbol ?? ''
    const before = subject.venue.snapshot(symbol)?.volume ?? 0
    subject.venue.recordPrint({
      symbol,
      time: later(1_000),
      price: 12_300,
      size: 300_000,
      aggressor: 'buy',
    })
    expect(subject.venue.snapshot(symbol)).toMatchObject({
      volume: before + 300_000,
      last: 12_300,
      lastTime: later(1_000),
    })
    expect(subject.venue.ticks(symbol, 1)).toEqual([
      { time: later(1_000), price: 12_300, size: 300_000, aggressor: 'buy', session: 'regular' },
    ])
    expect(subject.venue.bars(symbol, 'M1', { count: 1, includeRunning: true })[0]).toMatchObject({
      close: 12_300,
    })
  })

  it('quotes around the model value, on the tick grid, with put-call parity', () => {
    const subject = optionVenueFixture()
    for (const name of ['SPY', 'SPX', 'TSLA', 'KO', 'COST', 'F']) {
      for (const { symbol } of nearMoney(subject, name, 2).slice(0, 60)) {
        const value = (subject.venue.valuation(symbol)?.value ?? 0) * 10_000
        const { bids, asks } = subject.venue.book(symbol) ?? { bids: [], asks: [] }
        expect(asks[0]?.price).toBeGreaterThanOrEqual(value)
        expect(bids[0]?.price ?? 0).toBeLessThanOrEqual(value)
        const { grid = [] } = subject.venue.instrument(symbol) ?? {}
        for (const { price } of [...bids, ...asks]) {
          expect(price % ([...grid].reverse().find(({ from }) => price >= from)?.step ?? 1)).toBe(0)
        }
      }
    }
  })

  it('settles at the intrinsic value of the close, once it is known', () => {
    const subject = optionVenueFixture()
    const [contract] = nearMoney(subject, 'SPX', 0)
    const { symbol = '', strike = 0, right } = contract ?? {}
    expect(subject.venue.settlement(symbol)).toBeNull()
    subject.market.skipTo(epochMs(exchangeInstant('2026-11-20', 16 * 60)))
    const close =
      (subject.market.bars('SPY', 'D', { count: 1, includeRunning: true })[0]?.close ?? 0) * 10
    expect(subject.venue.settlement(symbol)).toBe(
      Math.max(0, right === 'CALL' ? close - strike : strike - close),
    )
    expect(subject.venue.book(symbol)).toMatchObject({ bids: [], asks: [] })
  })
})
