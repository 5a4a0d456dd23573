import { describe, expect, it } from 'vitest'
import { SeededMarket } from '../../../../electron/practice/market/market.js'
import type {
  BarData,
  Market,
  MarketOptions,
} from '../../../../electron/practice/market/securities/market-types.js'
import type { Shock } from '../../../../electron/practice/market/shocks/shock.js'
import type { MarketStep } from '../../../../electron/practice/model/market-step.js'
import { openMarketSimulation } from '../../../../electron/practice/simulation/market-simulation.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import type { RuledSession } from '../../../../shared/domain/market/quote.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'

const DAY = '2026-11-20'
const NEXT = '2026-11-23'
const at10 = exchangeInstant(DAY, 600)
const after = (minutes: number): EpochMs => epochMs(at10 + minutes * MINUTE_MS)
const CRASH: Shock = {
  kind: 'flash-crash',
  symbol: 'AAPL',
  begins: exchangeInstant(DAY, 610),
  market: -600,
  own: -1_000,
}
const GAP: Shock = {
  kind: 'earnings-gap',
  symbol: 'AAPL',
  begins: exchangeInstant(DAY, 965),
  market: 0,
  own: -1_200,
}
const BOTTOM = after(17)
/** A busy stock, a fund, a quiet stock, a future. */
const WATCHED = new Set(['AAPL', 'SPY', 'DNN', 'ESZ6'])
const ALL: readonly RuledSession[] = ['pre', 'regular', 'post', 'overnight']

const marketOf = (options: Partial<MarketOptions> = {}): Market =>
  new SeededMarket({ seed: 'shock', startAt: at10, ...options })
const minutes = (market: Market, symbol: string): readonly BarData[] =>
  market.bars(symbol, 'M1', { count: 2_000, start: at10, sessions: ALL, includeRunning: true })
const stepsTo = (market: Market, to: EpochMs): readonly MarketStep[] => {
  const steps: MarketStep[] = []
  market.advance(to, (step) => {
    if (WATCHED.has(step.symbol)) steps.push(step)
  })
  return steps
}
const priceAt = (market: Market, symbol: string): number => {
  const { bids, asks } = market.book(symbol, 1)!
  return (bids[0]!.price + asks[0]!.price) / 2
}
/** Returns how far a crash has moved a symbol at its bottom, relative to the seeded price. */
const moveOf = (symbol: string, shocks: readonly Shock[]): number =>
  priceAt(marketOf({ resumeAt: BOTTOM, shocks }), symbol) /
    priceAt(marketOf({ resumeAt: BOTTOM }), symbol) -
  1

describe('a flash crash', () => {
  it('changes no price before it begins, and none at all when there is none', () => {
    const [calm, crashed] = [marketOf(), marketOf({ shocks: [CRASH] })]
    expect(stepsTo(crashed, after(10))).toEqual(stepsTo(calm, after(10)))
    expect(stepsTo(crashed, after(12))).not.toEqual(stepsTo(calm, after(12)))
    expect(stepsTo(marketOf({ shocks: [] }), after(3))).toEqual(stepsTo(marketOf(), after(3)))
  })

  it('takes the stock, the market and what follows it by their share, and comes back', () => {
    expect(moveOf('SPY', [CRASH])).toBeCloseTo(-0.06, 2)
    expect(moveOf('AAPL', [CRASH])).toBeLessThan(-0.13)
    expect(moveOf('SH', [CRASH])).toBeCloseTo(0.064, 2)
    expect(moveOf('TQQQ', [CRASH])).toBeLessThan(-0.16)
    expect(moveOf('ESmain', [CRASH])).toBeCloseTo(-0.06, 2)
    const later = marketOf({ resumeAt: after(60), shocks: [CRASH] })
    const calm = marketOf({ resumeAt: after(60) })
    expect(priceAt(later, 'SPY') / priceAt(calm, 'SPY') - 1).toBeCloseTo(-0.012, 3)
  })

  it('is the same when it starts in a running market, after a restart and in any intervals', () => {
    const undisturbed = marketOf({ shocks: [CRASH] })
    const expectedSteps = stepsTo(undisturbed, after(30))
    const running = marketOf()
    running.watch('ESmain')
    const before = stepsTo(running, after(9))
    running.bars('ESmain', 'M1', { count: 10, includeRunning: true })
    running.setShocks([CRASH])
    const stocks = [...before, ...stepsTo(running, after(13)), ...stepsTo(running, after(30))]
    const traded = (steps: readonly MarketStep[]) =>
      steps.filter(({ symbol }) => undisturbed.listing(symbol) !== undefined)
    expect(traded(stocks)).toEqual(expectedSteps)
    const restarted = marketOf({ resumeAt: after(13), shocks: [CRASH] })
    expect(stepsTo(restarted, after(30))).toEqual(
      expectedSteps.filter(({ time }) => time > after(13)),
    )
    for (const symbol of ['AAPL', 'SPY', 'ESmain', 'BTCUSD']) {
      const bars = minutes(marketOf({ resumeAt: after(30), shocks: [CRASH] }), symbol)
      expect(minutes(running, symbol), symbol).toEqual(bars)
    }
  })

  it('leaves trades, bars and figures of the day consistent with one another', () => {
    const market = marketOf()
    stepsTo(market, after(9))
    market.setShocks([CRASH])
    const trades = stepsTo(market, after(45)).flatMap(({ symbol, time, trade }) =>
      symbol === 'AAPL' && trade !== null ? [{ time, ...trade }] : [],
    )
    const bars = minutes(market, 'AAPL').filter(({ time }) => time >= after(10) && time < after(45))
    for (const bar of bars) {
      const prices = trades
        .filter(({ time }) => time >= bar.time && time < bar.time + MINUTE_MS)
        .map(({ price }) => price)
      expect([bar.open, bar.close]).toEqual([prices[0], prices.at(-1)])
      expect([bar.high, bar.low]).toEqual([Math.max(...prices), Math.min(...prices)])
    }
    const { low } = market.snapshot('AAPL')!
    expect(low).toBe(Math.min(...bars.map((bar) => bar.low)))
    expect(market.bars('AAPL', 'D', { count: 1, includeRunning: true })[0]!.low).toBe(low)
  })

  it('trades more and wider while it lasts', () => {
    const [calm, crashed] = [
      marketOf({ resumeAt: after(60) }),
      marketOf({ resumeAt: after(60), shocks: [CRASH] }),
    ]
    const volume = (market: Market): number =>
      minutes(market, 'SPY')
        .filter(({ time }) => time >= after(15) && time < after(20))
        .reduce((sum, bar) => sum + bar.volume, 0)
    expect(volume(crashed) / volume(calm)).toBeGreaterThan(4)
    const spread = (market: Market): number => {
      const { bids, asks } = market.book('SEB', 1)!
      return asks[0]!.price - bids[0]!.price
    }
    expect(spread(marketOf({ resumeAt: BOTTOM, shocks: [CRASH] }))).toBeGreaterThan(
      3 * spread(marketOf({ resumeAt: BOTTOM })),
    )
  })
})

describe('options and indices in a flash crash', () => {
  it('follow their underlying: calls fall, puts rise, and both fit its price', () => {
    const open = (shocks: readonly Shock[]) =>
      openMarketSimulation({
        seed: 'shock',
        anchor: at10,
        now: BOTTOM,
        clock: () => BOTTOM,
        onPrint: () => undefined,
        shocks,
      })
    const [calm, crashed] = [open([]), open([CRASH])]
    const spot = priceAt(calm.market, 'SPY')
    const strike = Math.round(spot / 10_000) * 10_000
    const name = (right: 'C' | 'P') => `SPY261218${right}${`${strike / 10}`.padStart(8, '0')}`
    const value = (side: typeof calm, right: 'C' | 'P'): number =>
      side.options.valuation(name(right))!.value
    expect(value(crashed, 'C')).toBeLessThan(value(calm, 'C') * 0.5)
    expect(value(crashed, 'P')).toBeGreaterThan(value(calm, 'P') * 2)
    const gap = value(crashed, 'P') - value(crashed, 'C') - strike / 10_000
    expect(gap).toBeCloseTo(-priceAt(crashed.market, 'SPY') / 10_000, -1)
    const index = crashed.options.reference('SPX')!.last
    expect(index / 10).toBeCloseTo(priceAt(crashed.market, 'SPY'), -2)
    expect(crashed.options.book(name('P'), 1)!.bids[0]!.price / 10_000).toBeGreaterThan(
      value(calm, 'P'),
    )
  })
})

describe('an earnings gap', () => {
  it('opens between a close and the next open, in the one stock only', () => {
    const resumeAt = exchangeInstant(NEXT, 600)
    const [calm, moved] = [marketOf({ resumeAt }), marketOf({ resumeAt, shocks: [GAP] })]
    const days = (market: Market, symbol: string): readonly BarData[] =>
      market.bars(symbol, 'D', { count: 2, includeRunning: true })
    const [before, gapped] = days(moved, 'AAPL')
    const [, usual] = days(calm, 'AAPL')
    expect(before).toEqual(days(calm, 'AAPL')[0])
    expect(gapped!.open / usual!.open).toBeCloseTo(0.88, 2)
    expect(moved.snapshot('AAPL')!.previousClose).toBe(before!.close)
    expect(days(moved, 'MSFT')).toEqual(days(calm, 'MSFT'))
    expect(minutes(moved, 'ESmain')).toEqual(minutes(calm, 'ESmain'))
  })

  it('moves the evening and the night after the report', () => {
    const resumeAt = exchangeInstant(NEXT, 240)
    const moved = minutes(marketOf({ resumeAt, shocks: [GAP] }), 'AAPL')
    const calm = new Map(minutes(marketOf({ resumeAt }), 'AAPL').map((bar) => [bar.time, bar]))
    const sessions = new Set<RuledSession>()
    for (const bar of moved) {
      const ratio = bar.close / (calm.get(bar.time)?.close ?? bar.close)
      if (bar.time < GAP.begins) expect(ratio).toBe(1)
      else if (bar.time > GAP.begins && ratio !== 1) {
        sessions.add(bar.session)
        expect(ratio).toBeCloseTo(0.88, 1)
      }
    }
    expect([...sessions].sort()).toEqual(['overnight', 'post'])
  })
})
