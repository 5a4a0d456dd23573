import {
  exchangeInstant,
  closeMinute,
  OPEN_MINUTE,
} from '../../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { SizeUnits } from '../../model/units.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import { exceedsCash } from '../accounts/cash-check.js'
import { cancelRest, sweep } from './fills.js'
import { isFinal, type PracticeOrder } from '../orders/order.js'
import { tradeDate } from '../orders/trading-hours.js'
import { windowOf } from './algo-terms.js'
import { sliceMs, wanted } from '../orders/algo-schedule.js'

/**
 * Starts the execution of an algorithmic order in slices. Each slice takes from the book the size
 * that the schedule wants filled by then, within the order's limit. Slices are executions of the
 * order itself; they never appear as orders (ASSUMPTIONS.algos).
 */
export function beginAlgo(state: Slices<'clock' | 'orders'>, order: PracticeOrder): void {
  const { algo } = order.view.terms
  if (algo === null) return
  const { start, end } = windowOf(state, algo)
  // A Replace keeps a start that has passed and the volume counted so far.
  const old = order.algo
  const began = old !== null && old.start <= state.clock.time ? old.start : start
  order.stage = 'algo'
  order.algo = {
    start: began,
    end,
    next: Math.max(state.clock.time + 1, began),
    volume: old?.volume ?? 0,
  }
  state.orders.algos.add(order)
  state.clock.scheduleBoundary(epochMs(order.algo.next))
}

/** Adds a trade of other participants to the volume that algorithmic orders follow. */
export function countVolume(
  state: Slices<'clock' | 'orders'>,
  market: SymbolMarket,
  size: SizeUnits,
): void {
  for (const order of state.orders.algos) {
    const { algo } = order
    if (
      algo !== null &&
      order.view.terms.symbol === market.instrument.symbol &&
      state.clock.time >= algo.start
    ) {
      order.algo = { ...algo, volume: algo.volume + size }
    }
  }
}

function slice(state: ExchangeState, order: PracticeOrder): void {
  const { terms } = order.view
  const market = state.markets.find(terms.symbol)
  if (order.algo === null || terms.algo === null || market === undefined) return
  const day = tradeDate(state.clock.time)
  const size = wanted(terms.algo, order.algo, terms.size, {
    open: exchangeInstant(day, OPEN_MINUTE),
    close: exchangeInstant(day, closeMinute(day)),
    time: state.clock.time,
  })
  order.algo = { ...order.algo, next: state.clock.time + sliceMs(order.algo) }
  const open = size - order.view.filled
  if (open <= 0) return
  if (terms.limit === null && exceedsCash(state, market, order, open)) {
    return cancelRest(state, order)
  }
  sweep(state, market, order, { limit: terms.limit, maxSize: open })
}

/** Executes every slice that is due. Returns the markets in which something may have traded. */
export function workAlgos(state: ExchangeState): ReadonlySet<SymbolMarket> {
  const markets = new Set<SymbolMarket>()
  for (const order of [...state.orders.algos]) {
    if (
      order.algo === null ||
      isFinal(order) ||
      order.stage !== 'algo' ||
      order.algo.next > state.clock.time
    ) {
      continue
    }
    const market = state.markets.find(order.view.terms.symbol)
    if (market?.fresh === true) {
      slice(state, order)
      markets.add(market)
    } else if (order.algo !== null) {
      order.algo = { ...order.algo, next: state.clock.time + sliceMs(order.algo) }
    }
  }
  return markets
}
