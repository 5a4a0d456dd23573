import { describe, expect, it } from 'vitest'
import type { Market } from '../../../../electron/practice/market/securities/market-types.js'
import type { Shock } from '../../../../electron/practice/market/shocks/shock.js'
import { isTaken, planShock } from '../../../../electron/practice/scenarios/plan-shock.js'
import { Scenarios } from '../../../../electron/practice/scenarios/scenarios.js'
import { NO_SCENARIOS } from '../../../../electron/practice/scenarios/stored-scenarios.js'
import {
  openMarketSimulation,
  type MarketSimulation,
} from '../../../../electron/practice/simulation/market-simulation.js'
import type { PracticeFile } from '../../../../electron/practice/store/practice-file.js'
import { recover } from '../../../../electron/practice/store/recover.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { epochMs, MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'

const FRIDAY = '2026-11-20'
const MONDAY = '2026-11-23'
const STOCK = { seed: 'seed', symbol: 'AAPL', isStock: true }
const minute = exchangeInstant

/** Scenarios over a market and an exchange that record what they are given. */
function fixture(begin = minute(FRIDAY, 600)) {
  const fixed = {
    now: begin,
    shocks: [] as readonly Shock[],
    copies: [] as readonly Shock[],
    halted: [] as readonly string[],
  }
  const create = (stored = NO_SCENARIOS): Scenarios =>
    new Scenarios(
      {
        seed: 'seed',
        now: () => fixed.now,
        market: {
          listing: (symbol) =>
            ({ kind: symbol === 'SPY' ? 'etf' : 'stock' }) as ReturnType<Market['listing']>,
          setShocks: (shocks) => {
            fixed.shocks = shocks
          },
        },
        exchange: () => ({
          haltedSymbols: () => fixed.halted,
          configure: ({ haltedSymbols }) => {
            fixed.halted = haltedSymbols ?? []
          },
        }),
        onShocks: (shocks) => {
          fixed.copies = shocks
        },
        onChange: () => undefined,
      },
      stored,
    )
  return { fixed, create, scenarios: create() }
}

describe('a planned shock', () => {
  it('crashes with the next minute while there is time, and else after the next open', () => {
    const begins = (now: EpochMs) => planShock('flash-crash', STOCK, now).begins
    expect(begins(epochMs(minute(FRIDAY, 600) + 1))).toBe(minute(FRIDAY, 601))
    expect(begins(minute(FRIDAY, 600))).toBe(minute(FRIDAY, 601))
    expect(begins(minute(FRIDAY, 540))).toBe(minute(FRIDAY, 575))
    expect(begins(minute(FRIDAY, 930))).toBe(minute(MONDAY, 575))
    expect(begins(minute(FRIDAY, 1_100))).toBe(minute(MONDAY, 575))
  })

  it('gaps after the next close, by a size that its seed, symbol and day decide', () => {
    const gap = (now: EpochMs, symbol = 'AAPL') => planShock('gap-down', { ...STOCK, symbol }, now)
    expect(gap(minute(FRIDAY, 600)).begins).toBe(minute(FRIDAY, 965))
    expect(gap(minute(FRIDAY, 965)).begins).toBe(minute(MONDAY, 965))
    expect(gap(minute(FRIDAY, 600))).toEqual(gap(minute(FRIDAY, 700)))
    expect(gap(minute(FRIDAY, 600)).own).toBeLessThanOrEqual(-600)
    expect(gap(minute(FRIDAY, 600)).own).toBeGreaterThanOrEqual(-1_500)
    expect(planShock('gap-up', STOCK, minute(FRIDAY, 600)).own).toBe(-gap(minute(FRIDAY, 600)).own)
    expect(gap(minute(FRIDAY, 600), 'MSFT').own).not.toBe(gap(minute(FRIDAY, 600)).own)
  })

  it('waits for the end of another crash, and of another report of the same symbol', () => {
    const now = minute(FRIDAY, 600)
    const crash = planShock('flash-crash', STOCK, now)
    const gap = planShock('gap-up', STOCK, now)
    expect(isTaken([crash], planShock('flash-crash', { ...STOCK, symbol: 'F' }, now))).toBe(true)
    expect(isTaken([crash], { ...crash, begins: crash.begins + 60 * MINUTE_MS })).toBe(false)
    expect(isTaken([gap], planShock('gap-down', STOCK, now))).toBe(true)
    expect(isTaken([gap], planShock('gap-down', { ...STOCK, symbol: 'F' }, now))).toBe(false)
    expect(isTaken([gap], crash)).toBe(false)
  })
})

describe('scenarios', () => {
  it('move the market and its copies, and are stored', () => {
    const { scenarios, fixed } = fixture()
    expect(scenarios.start('flash-crash', 'AAPL')).toEqual(ok(undefined))
    expect(scenarios.start('gap-down', 'AAPL')).toEqual(ok(undefined))
    expect(fixed.shocks).toHaveLength(2)
    expect(fixed.copies).toEqual(fixed.shocks)
    expect(scenarios.snapshot().shocks).toEqual(fixed.shocks)
    expect(scenarios.list().map(({ scenario }) => scenario)).toEqual(['flash-crash', 'gap-down'])
  })

  it('are refused where they make no sense, and change nothing then', () => {
    const { scenarios, fixed } = fixture()
    expect(scenarios.start('gap-up', 'SPY')).toEqual(err('no-report'))
    expect(scenarios.start('halt', 'AAPL')).toEqual(ok(undefined))
    expect(scenarios.start('halt', 'AAPL')).toEqual(err('taken'))
    expect(scenarios.start('flash-crash', 'SPY')).toEqual(ok(undefined))
    expect(scenarios.start('flash-crash', 'AAPL')).toEqual(err('taken'))
    expect(fixed.shocks).toEqual([expect.objectContaining({ symbol: 'SPY', own: 0 })])
  })

  it('end a halt after five minutes, and leave the halts of the person alone', () => {
    const { scenarios, fixed } = fixture()
    scenarios.setHalted(['F'])
    scenarios.start('halt', 'AAPL')
    expect(fixed.halted).toEqual(['F', 'AAPL'])
    fixed.now = minute(FRIDAY, 604)
    scenarios.advanceTime()
    expect(fixed.halted).toEqual(['F', 'AAPL'])
    fixed.now = minute(FRIDAY, 605)
    scenarios.advanceTime()
    expect(fixed.halted).toEqual(['F'])
    expect(scenarios.list()).toEqual([])
  })

  it('halt again after a restart until their time is over', () => {
    const { scenarios, fixed, create } = fixture()
    scenarios.start('halt', 'AAPL')
    fixed.halted = []
    fixed.now = minute(FRIDAY, 603)
    const next = create(scenarios.snapshot())
    next.resume()
    expect(fixed.halted).toEqual(['AAPL'])
    fixed.now = minute(FRIDAY, 606)
    next.advanceTime()
    expect(fixed.halted).toEqual([])
    fixed.halted = []
    create(scenarios.snapshot()).resume()
    expect(fixed.halted).toEqual([])
  })

  it('forget a timed halt that the person ended', () => {
    const { scenarios, fixed } = fixture()
    scenarios.start('halt', 'AAPL')
    scenarios.setHalted([])
    expect(scenarios.start('halt', 'AAPL')).toEqual(ok(undefined))
    expect(fixed.halted).toEqual(['AAPL'])
  })
})

describe('a killed exchange', () => {
  it('crashes again as it did, when its log is replayed', () => {
    const anchor = minute(FRIDAY, 600)
    const clock = { now: anchor }
    const live = openMarketSimulation({
      seed: 'killed',
      anchor,
      now: anchor,
      clock: () => clock.now,
      onPrint: () => undefined,
    })
    live.seedHistory()
    const snapshot = {
      seed: 'killed',
      log: 1,
      anchor,
      exchangeTime: anchor,
      exchange: live.exchange.snapshotState(),
      tokens: {},
      grants: { access: {}, refresh: {} },
      clientTokens: { access: {}, refresh: {} },
      accepted: {},
      watchlists: { serial: 0, lists: [] },
      hosted: {},
      scenarios: NO_SCENARIOS,
    } as unknown as PracticeFile
    const shock = planShock('flash-crash', STOCK, minute(FRIDAY, 601))
    const scenarios = { shocks: [shock], halts: [] }
    const [started, killed] = [minute(FRIDAY, 601), minute(FRIDAY, 610)]
    live.market.advance(started, () => undefined)
    live.market.setShocks([shock])
    live.market.advance(killed, () => undefined)

    const opened: MarketSimulation[] = []
    recover(
      snapshot,
      [[['t', started]], [['v', 'scenarios', scenarios]], [['t', killed]]],
      (start) => {
        const simulation = openMarketSimulation(start)
        opened.push(simulation)
        return simulation
      },
    )
    const { market } = opened[0]!
    for (const symbol of ['AAPL', 'SPY', 'F']) {
      const query = { count: 100, includeRunning: true }
      expect(market.bars(symbol, 'M1', query)).toEqual(live.market.bars(symbol, 'M1', query))
      expect(market.book(symbol)).toEqual(live.market.book(symbol))
    }
    const { low, open } = market.snapshot('SPY')!
    expect(low! / open!).toBeLessThan(0.96)
  })
})

describe('a scenario that is called off', () => {
  it('moves nothing when it has not begun, in copies of the market too', () => {
    const { fixed, scenarios } = fixture()
    expect(scenarios.start('gap-up', 'NVDA').ok).toBe(true)
    const [planned] = scenarios.list()
    expect(scenarios.callOff('gap-down', 'NVDA', planned!.begins)).toBe(false)
    expect(scenarios.callOff('gap-up', 'NVDA', planned!.begins)).toBe(true)
    expect([fixed.shocks, fixed.copies, scenarios.list()]).toEqual([[], [], []])
  })

  it('stays when it has begun: what was traded stays as it was', () => {
    const { fixed, scenarios } = fixture()
    expect(scenarios.start('gap-up', 'NVDA').ok).toBe(true)
    const [planned] = scenarios.list()
    fixed.now = epochMs(planned!.begins)
    expect(scenarios.callOff('gap-up', 'NVDA', planned!.begins)).toBe(false)
    expect(fixed.shocks).toHaveLength(1)
  })
})
