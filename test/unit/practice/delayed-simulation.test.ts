import { expect, it } from 'vitest'
import { DelayedSimulation } from '../../../electron/practice/simulation/delayed-simulation.js'
import type { MarketStep } from '../../../electron/practice/model/market-step.js'
import {
  openMarketSimulation,
  type MarketSimulation,
} from '../../../electron/practice/simulation/market-simulation.js'
import { UNIT_SIZE } from '../../../electron/practice/model/units.js'
import { exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'

const MINUTE = 60_000
const DELAY = 15 * MINUTE
const BEGIN = exchangeInstant('2026-11-18', 600)
const ANCHOR = epochMs(BEGIN - DELAY)
const SYMBOLS = ['AAPL', 'F', 'SPY']

/** Creates a simulation and its view delayed by fifteen minutes. */
function openFixture() {
  let time: EpochMs = BEGIN
  const simulation = openMarketSimulation({
    seed: 'late',
    anchor: ANCHOR,
    now: BEGIN,
    clock: () => time,
    onPrint: () => undefined,
  })
  const late: MarketStep[] = []
  const prints: (readonly [string, EpochMs])[] = []
  const delayed = new DelayedSimulation({
    seed: 'late',
    anchor: ANCHOR,
    begin: BEGIN,
    delayMs: DELAY,
    onStep: (step) => late.push(step),
    onPrint: ({ symbol }) => prints.push([symbol, delayed.now()]),
  })
  const steps: MarketStep[] = []
  return {
    simulation,
    delayed,
    late,
    steps,
    prints,
    move: (to: EpochMs) => {
      simulation.market.advance(to, (step) => {
        simulation.exchange.apply(step)
        steps.push(step)
      })
      simulation.exchange.clockTo(to)
      time = to
      delayed.onTimeAdvanced(to, false)
    },
    skip: (to: EpochMs) => {
      simulation.market.skipTo(to)
      simulation.exchange.clockTo(to)
      time = to
      delayed.onTimeAdvanced(to, true)
    },
  }
}

/** Reads all market data of the stocks now, because some of it is computed on reading. */
const view = ({ market, exchange }: MarketSimulation) =>
  SYMBOLS.map((symbol) => ({
    snapshot: { ...market.snapshot(symbol) },
    depth: exchange.depth(symbol, 10),
    ticks: market.ticks(symbol, 50, ['pre', 'regular', 'post']),
    minutes: market.bars(symbol, 'M1', { count: 20, includeRunning: true }),
    days: market.bars(symbol, 'D', { count: 5, includeRunning: true }),
  }))

it('the delayed simulation shows the state of fifteen minutes ago, to the last tick', () => {
  const { simulation, delayed, move, steps, late } = openFixture()
  expect(delayed.now()).toBe(ANCHOR)
  const before = new Map<number, ReturnType<typeof view>>([[BEGIN, view(simulation)]])
  for (let to = BEGIN + MINUTE; to <= BEGIN + 25 * MINUTE; to += MINUTE) {
    // Move in irregular pieces: intermediate reads must change nothing.
    move(epochMs(to - 17_311))
    move(epochMs(to))
    before.set(to, view(simulation))
    expect(delayed.now()).toBe(to - DELAY)
    const then = before.get(to - DELAY)
    if (then !== undefined && to - DELAY > BEGIN) expect(view(delayed.simulation)).toEqual(then)
  }
  const shown = late.filter(({ time }) => time > BEGIN)
  expect(shown.length).toBeGreaterThan(500)
  expect(shown).toEqual(steps.slice(0, shown.length))
})

it("the delayed simulation shows a customer's execution after the delay", () => {
  const { simulation, delayed, move, prints } = openFixture()
  move(epochMs(BEGIN + MINUTE))
  const price = simulation.market.snapshot('F')?.last ?? 0
  const printTime = epochMs(BEGIN + MINUTE)
  simulation.recordPrint({
    symbol: 'F',
    time: printTime,
    price,
    size: 123_456 * UNIT_SIZE,
    aggressor: 'buy',
  })
  delayed.print({
    symbol: 'F',
    time: printTime,
    price,
    size: 123_456 * UNIT_SIZE,
    aggressor: 'buy',
  })
  const volume = (source: MarketSimulation): number => source.market.snapshot('F')?.volume ?? 0
  move(epochMs(printTime + DELAY - 1_000))
  expect(prints).toEqual([])
  const unseen = volume(delayed.simulation)
  move(epochMs(printTime + DELAY))
  expect(prints).toEqual([['F', printTime]])
  expect(volume(delayed.simulation) - unseen).toBeGreaterThanOrEqual(123_456 * UNIT_SIZE)
})

it('the delayed simulation skips closed hours with the same delay', () => {
  const { delayed, move, skip } = openFixture()
  const evening = exchangeInstant('2026-11-18', 605)
  const morning = exchangeInstant('2026-11-19', 540)
  move(evening)
  skip(morning)
  move(epochMs(morning + MINUTE))
  expect(delayed.now()).toBe(evening)
  move(epochMs(morning + DELAY + MINUTE))
  expect(delayed.now()).toBe(morning + MINUTE)
})
