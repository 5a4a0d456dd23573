import { expect, it } from 'vitest'
import { DelayedFloor } from '../../../electron/practice/delayed-floor.js'
import type { MarketStep } from '../../../electron/practice/market-step.js'
import { openFloor, type TradingFloor } from '../../../electron/practice/trading-floor.js'
import { UNIT_SIZE } from '../../../electron/practice/units.js'
import { exchangeInstant } from '../../../shared/domain/exchange-time.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'

const MINUTE = 60_000
const DELAY = 15 * MINUTE
const BEGIN = exchangeInstant('2026-11-18', 600)
const ANCHOR = epochMs(BEGIN - DELAY)
const SYMBOLS = ['AAPL', 'F', 'SPY']

/** A floor, and what is shown of it a quarter of an hour later. */
function rig() {
  let at: EpochMs = BEGIN
  const floor = openFloor({
    seed: 'late',
    anchor: ANCHOR,
    now: BEGIN,
    clock: () => at,
    onPrint: () => undefined,
  })
  const late: MarketStep[] = []
  const prints: (readonly [string, EpochMs])[] = []
  const delayed = new DelayedFloor({
    seed: 'late',
    anchor: ANCHOR,
    begin: BEGIN,
    delayMs: DELAY,
    onStep: (step) => late.push(step),
    onPrint: (symbol) => prints.push([symbol, delayed.now()]),
  })
  const steps: MarketStep[] = []
  return {
    floor,
    delayed,
    late,
    steps,
    prints,
    move: (to: EpochMs) => {
      floor.market.advance(to, (step) => {
        floor.exchange.apply(step)
        steps.push(step)
      })
      floor.exchange.clockTo(to)
      at = to
      delayed.passed(to, false)
    },
    skip: (to: EpochMs) => {
      floor.market.skipTo(to)
      floor.exchange.clockTo(to)
      at = to
      delayed.passed(to, true)
    },
  }
}

/**
 * Everything that market data tells of a stock, read now: some of it is worked out when it is
 * looked at.
 */
const view = ({ market, exchange }: TradingFloor) =>
  SYMBOLS.map((symbol) => ({
    snapshot: { ...market.snapshot(symbol) },
    depth: exchange.depth(symbol, 10),
    ticks: market.ticks(symbol, 50, ['pre', 'regular', 'post']),
    minutes: market.bars(symbol, 'M1', { count: 20, includeRunning: true }),
    days: market.bars(symbol, 'D', { count: 5, includeRunning: true }),
  }))

it('shows what stood a quarter of an hour ago, to the last tick', () => {
  const { floor, delayed, move, steps, late } = rig()
  expect(delayed.now()).toBe(ANCHOR)
  const before = new Map<number, ReturnType<typeof view>>([[BEGIN, view(floor)]])
  for (let to = BEGIN + MINUTE; to <= BEGIN + 25 * MINUTE; to += MINUTE) {
    // Cut at odd places: where one looks changes nothing.
    move(epochMs(to - 17_311))
    move(epochMs(to))
    before.set(to, view(floor))
    expect(delayed.now()).toBe(to - DELAY)
    const then = before.get(to - DELAY)
    if (then !== undefined && to - DELAY > BEGIN) expect(view(delayed.floor)).toEqual(then)
  }
  const shown = late.filter(({ time }) => time > BEGIN)
  expect(shown.length).toBeGreaterThan(500)
  expect(shown).toEqual(steps.slice(0, shown.length))
})

it('shows a customer’s execution when its time has come', () => {
  const { floor, delayed, move, prints } = rig()
  move(epochMs(BEGIN + MINUTE))
  const price = floor.market.snapshot('F')?.last ?? 0
  const at = epochMs(BEGIN + MINUTE)
  floor.recordPrint('F', at, price, 123_456 * UNIT_SIZE, 'buy')
  delayed.print('F', at, price, 123_456 * UNIT_SIZE, 'buy')
  const volume = (of: TradingFloor): number => of.market.snapshot('F')?.volume ?? 0
  move(epochMs(at + DELAY - 1_000))
  expect(prints).toEqual([])
  const unseen = volume(delayed.floor)
  move(epochMs(at + DELAY))
  expect(prints).toEqual([['F', at]])
  expect(volume(delayed.floor) - unseen).toBeGreaterThanOrEqual(123_456 * UNIT_SIZE)
})

it('passes hours that take no time as late as everything else', () => {
  const { delayed, move, skip } = rig()
  const evening = exchangeInstant('2026-11-18', 605)
  const morning = exchangeInstant('2026-11-19', 540)
  move(evening)
  skip(morning)
  move(epochMs(morning + MINUTE))
  expect(delayed.now()).toBe(evening)
  move(epochMs(morning + DELAY + MINUTE))
  expect(delayed.now()).toBe(morning + MINUTE)
})
