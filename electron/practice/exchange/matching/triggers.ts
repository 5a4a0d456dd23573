import type { PriceStep } from '../../model/instrument.js'
import type { PriceUnits } from '../../model/units.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import { isBuy, type PracticeOrder } from '../orders/order.js'
import { stepAt } from '../orders/read-fields.js'

const MILLION = 1_000_000

/** Rounds a stop price to the tick, away from the market. */
function onTick(grid: readonly PriceStep[], price: number, up: boolean): PriceUnits {
  const tick = stepAt(grid, price)
  const ticks = price / tick
  return Math.max(1, (up ? Math.ceil(ticks) : Math.floor(ticks)) * tick)
}

/**
 * Returns the price at which a stop triggers: its own, or for a trailing stop its distance from the
 * best price seen. Null while unknown.
 */
function stopOf(order: PracticeOrder, grid: readonly PriceStep[]): PriceUnits | null {
  const { trail, stop } = order.view.terms
  if (trail === null) return stop
  if (order.extreme === null) return null
  const distance = trail.kind === 'AMOUNT' ? trail.step : (order.extreme * trail.step) / MILLION
  return isBuy(order)
    ? onTick(grid, order.extreme + distance, true)
    : onTick(grid, order.extreme - distance, false)
}

/** Starts a trailing stop at the last price; one armed before keeps its best price. */
export function arm(order: PracticeOrder, market: SymbolMarket): void {
  if (order.view.terms.trail !== null) order.extreme ??= market.last
  follow(order, market)
}

/**
 * Moves a trailing stop with the best price: up with the bid for a sell, down with the ask for a
 * buy. Never back.
 */
export function follow(order: PracticeOrder, market: SymbolMarket): void {
  if (order.view.terms.trail === null) return
  const best = market.book.best(isBuy(order) ? 'ask' : 'bid')
  if (best === null) return
  if (order.extreme === null || (isBuy(order) ? best < order.extreme : best > order.extreme)) {
    order.extreme = best
  }
}

/**
 * True when a trade at `price` triggers the stop: at or below it for a sell, at or above it for a
 * buy.
 */
export function touched(
  order: PracticeOrder,
  { instrument }: SymbolMarket,
  price: PriceUnits,
): boolean {
  const stop = stopOf(order, instrument.grid)
  if (stop === null) return false
  return isBuy(order) ? price >= stop : price <= stop
}
