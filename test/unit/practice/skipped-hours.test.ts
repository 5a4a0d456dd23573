import { describe, expect, it } from 'vitest'
import { exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { ExchangeClock } from '../../../electron/practice/simulation/clock.js'
import { Engine } from '../../../electron/practice/simulation/engine.js'
import type { NewOrderBody } from '../../../electron/practice/exchange/api/exchange-api.js'
import { openMarketSimulation } from '../../../electron/practice/simulation/market-simulation.js'

/**
 * Two seconds before the practice week ends on a Friday evening, and the time at which it
 * continues.
 */
const FRIDAY = exchangeInstant('2026-11-20', 20 * 60)
const BEFORE = epochMs(FRIDAY - 2_000)
const MONDAY = exchangeInstant('2026-11-23', 9 * 60)
const ACCOUNTS = {
  coin: 'PRACTICECRYPT0000000000004',
  future: 'PRACTICEFUTUR0000000000003',
} as const

/** Creates a market simulation with its engine, and a host clock as fast as required. */
function openFixture() {
  const host = { time: 0 }
  let engine: Engine | null = null
  const now = (): EpochMs => engine?.now() ?? BEFORE
  const simulation = openMarketSimulation({
    seed: 'night',
    anchor: exchangeInstant('2026-11-20', 10 * 60),
    now: BEFORE,
    clock: now,
    onPrint: () => undefined,
  })
  const stepTimes: number[] = []
  const pieces: { readonly to: number; readonly skipped: boolean }[] = []
  const clock = new ExchangeClock(
    { wall: () => 0, monotonic: () => host.time },
    'practice',
    BEFORE,
    1,
  )
  engine = new Engine(
    {
      clock,
      market: simulation.market,
      exchange: simulation.exchange,
      monotonic: () => performance.now(),
      onError: (error) => {
        throw error
      },
      onStep: (step) => stepTimes.push(step.time),
      onTime: (to, skipped) => pieces.push({ to, skipped }),
    },
    BEFORE,
  )
  const moving = engine
  const moveOn = async (): Promise<void> => {
    moving.start()
    host.time += 3_000
    await expect.poll(() => moving.now(), { timeout: 50_000 }).toBeGreaterThanOrEqual(MONDAY)
    moving.stop()
  }
  return { simulation, shown: stepTimes, pieces, moveOn }
}
type Simulation = ReturnType<typeof openFixture>['simulation']

function place(
  { exchange }: Simulation,
  accountId: string,
  order: Readonly<Record<string, unknown>>,
) {
  const full = {
    client_order_id: `night${String(order['symbol'])}`,
    combo_type: 'NORMAL',
    market: 'US',
    side: 'BUY',
    order_type: 'LIMIT',
    entrust_type: 'QTY',
    time_in_force: 'GTC',
    ...order,
  }
  const placed = exchange.place({
    account_id: accountId,
    new_orders: [full as unknown as NewOrderBody],
  })
  expect(placed.ok, JSON.stringify(placed)).toBe(true)
  return () => {
    const found = exchange.detail(accountId, full.client_order_id)
    return found.ok ? found.value.orders[0] : undefined
  }
}

describe('skipped hours', () => {
  it('fill a crypto order whose price is reached in them', async () => {
    const { simulation, shown, pieces, moveOn } = openFixture()
    const last = simulation.market.snapshot('BTCUSD')!.last
    // The lowest price of the weekend is known, because the market is a function of its seed. The
    // order rests slightly above it.
    const ahead = openMarketSimulation({
      seed: 'night',
      anchor: exchangeInstant('2026-11-20', 10 * 60),
      now: MONDAY,
      clock: () => MONDAY,
      onPrint: () => undefined,
    }).market
    const bars = ahead.bars('BTCUSD', 'M1', {
      count: 5_000,
      start: FRIDAY,
      end: MONDAY,
      includeRunning: true,
    })
    const lowest = bars.reduce((low, bar) => (bar.low < low.low ? bar : low))
    expect(lowest.low).toBeLessThan(last)
    const order = place(simulation, ACCOUNTS.coin, {
      instrument_type: 'CRYPTO',
      symbol: 'BTCUSD',
      quantity: '0.00010000',
      limit_price: ((lowest.low + 100) / 10_000).toFixed(2),
    })
    await moveOn()
    expect(order()).toMatchObject({ status: 'FILLED', filled_quantity: '0.00010000' })
    const filledAt = Date.parse(String(order()?.filled_time_at ?? order()?.filled_time))
    // An offer may have reached the limit before a trade did, but not before the skipped hours.
    expect(filledAt).toBeGreaterThan(FRIDAY + 60_000)
    expect(filledAt).toBeLessThan(lowest.time + 60_000)
    // The skipped hours were computed in pieces and not published.
    expect(shown.filter((time) => time > FRIDAY && time < MONDAY)).toEqual([])
    expect(pieces.filter(({ skipped }) => skipped).length).toBeGreaterThan(20)
  })

  it('are one step when no order is open in them', async () => {
    const { pieces, moveOn } = openFixture()
    await moveOn()
    expect(pieces.filter(({ skipped }) => skipped)).toEqual([{ to: MONDAY, skipped: true }])
  })
})
