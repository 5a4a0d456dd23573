import { describe, expect, it } from 'vitest'
import { SeededMarket } from '../../../../electron/practice/market/market.js'
import type { Market } from '../../../../electron/practice/market/securities/market-types.js'
import type { MarketStep } from '../../../../electron/practice/model/market-step.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, HOUR_MS, MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'

/** A Thursday; the night that follows is a usual one. */
const DAY = '2026-11-19'
const NEXT = '2026-11-20'
const FRIDAY = '2026-11-20'
const NIGHT_BEGINS = exchangeInstant(DAY, 20 * 60)
const NIGHT_ENDS = exchangeInstant(NEXT, 4 * 60)
/** Not listed for the overnight session. */
const DAY_ONLY = 'DNN'

const marketAt = (resumeAt: EpochMs): Market =>
  new SeededMarket({ seed: 'night', startAt: exchangeInstant(DAY, 10 * 60), resumeAt })

function stepsOf(market: Market, to: EpochMs): readonly MarketStep[] {
  const steps: MarketStep[] = []
  market.advance(to, (step) => steps.push(step))
  return steps
}

const barsOf = (market: Market, sessions: readonly ('post' | 'overnight' | 'pre')[]) =>
  market.bars('SPY', 'M1', {
    count: 1_200,
    start: epochMs(NIGHT_BEGINS - HOUR_MS),
    sessions,
    includeRunning: true,
  })

describe('the overnight session of the practice market', () => {
  it('has quotes and trades of what is listed for it, and of nothing else', () => {
    const market = marketAt(NIGHT_BEGINS)
    const steps = stepsOf(market, epochMs(NIGHT_BEGINS + 2 * HOUR_MS))
    expect(steps.length).toBeGreaterThan(200)
    expect(new Set(steps.map(({ session }) => session))).toEqual(new Set(['overnight']))
    expect(steps.some(({ symbol, trade }) => symbol === 'SPY' && trade !== null)).toBe(true)
    expect(steps.filter(({ symbol }) => symbol === DAY_ONLY)).toEqual([])
    expect(market.listing(DAY_ONLY)?.overnight).toBe(false)
  })

  it('leads from the last price of the evening to the first one of the morning', () => {
    const market = marketAt(epochMs(NIGHT_ENDS + HOUR_MS))
    const night = barsOf(market, ['overnight'])
    const around = barsOf(market, ['post', 'pre'])
    const evening = around.filter(({ time }) => time < NIGHT_BEGINS).at(-1)!
    const morning = around.find(({ time }) => time >= NIGHT_ENDS)!
    const near = (a: number, b: number): boolean => Math.abs(a / b - 1) < 0.002
    expect(night.length).toBeGreaterThan(100)
    expect(near(night[0]!.open, evening.close)).toBe(true)
    expect(near(night.at(-1)!.close, morning.open)).toBe(true)
    expect(night.every(({ session }) => session === 'overnight')).toBe(true)
    expect(night.every(({ time }) => time >= NIGHT_BEGINS && time < NIGHT_ENDS)).toBe(true)
  })

  it('moves together with the future on the same index', () => {
    const market = marketAt(NIGHT_ENDS)
    const future = market.resolve('ESmain')
    const closes = (symbol: string): ReadonlyMap<number, number> =>
      new Map(
        market
          .bars(symbol, 'M30', {
            count: 100,
            start: NIGHT_BEGINS,
            sessions: ['overnight', 'regular'],
            includeRunning: true,
          })
          .map(({ time, close }) => [time, Math.log(close)]),
      )
    const [fund, contract] = [closes('SPY'), closes(future)]
    const both = [...fund.keys()].filter((time) => contract.has(time))
    expect(both.length).toBeGreaterThan(12)
    const distances = both.map((time) => fund.get(time)! - contract.get(time)!)
    expect(Math.max(...distances) - Math.min(...distances)).toBeLessThan(0.002)
  })

  it('is in the snapshot while it lasts, beside the figures of the evening', () => {
    const market = marketAt(NIGHT_BEGINS)
    expect(market.snapshot('SPY')!.overnight).toBeNull()
    const trades = stepsOf(market, epochMs(NIGHT_BEGINS + HOUR_MS)).flatMap(({ symbol, trade }) =>
      symbol === 'SPY' && trade !== null ? [trade] : [],
    )
    const { overnight, extended, last } = market.snapshot('SPY')!
    expect(overnight).toMatchObject({
      session: 'overnight',
      last: trades.at(-1)!.price,
      high: Math.max(...trades.map(({ price }) => price)),
      low: Math.min(...trades.map(({ price }) => price)),
      volume: trades.reduce((total, { size }) => total + size, 0),
      change: trades.at(-1)!.price - last,
    })
    expect(extended?.session).toBe('post')
    expect(market.snapshot(DAY_ONLY)!.overnight).toBeNull()
    market.skipTo(exchangeInstant(NEXT, 5 * 60))
    expect(market.snapshot('SPY')!.overnight).toBeNull()
  })

  it('is the same whether it is passed, skipped or resumed', () => {
    const middle = epochMs(NIGHT_BEGINS + 3 * HOUR_MS)
    const passed = marketAt(epochMs(NIGHT_BEGINS - MINUTE_MS))
    stepsOf(passed, middle)
    const skipped = marketAt(epochMs(NIGHT_BEGINS - MINUTE_MS))
    skipped.skipTo(middle)
    const resumed = marketAt(middle)
    expect(passed.snapshot('SPY')!.overnight).not.toBeNull()
    const shown = (market: Market) => [
      market.snapshot('SPY')!.overnight,
      market.ticks('SPY', 50, ['overnight']),
    ]
    expect(shown(skipped)).toEqual(shown(passed))
    expect(shown(resumed)).toEqual(shown(passed))
  })

  it('the overnight session before a Monday is on Sunday evening, and there is none on Friday', () => {
    const market = marketAt(exchangeInstant(FRIDAY, 20 * 60))
    expect(stepsOf(market, exchangeInstant('2026-11-22', 20 * 60)).filter(isStock)).toEqual([])
    const sunday = stepsOf(market, exchangeInstant('2026-11-22', 21 * 60)).filter(isStock)
    expect(sunday.length).toBeGreaterThan(100)
    expect(new Set(sunday.map(({ session }) => session))).toEqual(new Set(['overnight']))
  })
})

const isStock = ({ symbol }: MarketStep): boolean => /^[A-Z.]{1,5}$/.test(symbol)
