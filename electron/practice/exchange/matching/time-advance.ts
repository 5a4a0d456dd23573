import {
  exchangeInstant,
  PRE_OPEN_MINUTE,
  sessionByRule,
} from '../../../../shared/domain/market/exchange-time.js'
import type { Product } from '../../../../shared/domain/market/product-hours.js'
import { tradeDate } from '../../../../shared/domain/market/trade-date.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import type { ExchangeState } from '../state/exchange-state.js'
import { workAlgos } from './algo-execution.js'
import { cancelRest, updateView } from './fills.js'
import { activate, requote, runTriggers, suspend } from './matching.js'
import type { PracticeOrder } from '../orders/order.js'

/** Ends the PENDING phase: the order reaches the exchange and trades if it can. */
export function submit(state: ExchangeState, order: PracticeOrder): void {
  updateView(state, order, { status: 'SUBMITTED' })
  activate(state, order)
  const market = state.markets.find(order.view.terms.symbol)
  if (market !== undefined) runTriggers(state, market)
  state.groups.settle(state)
}

/** Returns the products whose market phase changed, each with the phase that ended. */
function changedPhases(state: ExchangeState): ReadonlyMap<Product, string> {
  const changed = new Map<Product, string>()
  for (const rules of state.products) {
    const from = state.clock.phases.get(rules.product) ?? ''
    const to = rules.phase(state.clock.time)
    if (from === to) continue
    state.clock.phases.set(rules.product, to)
    changed.set(rules.product, from)
  }
  return changed
}

/**
 * True for a market whose book is fetched when its phase begins, because its next step may be
 * minutes away: orders wait or rest in it, or it is a stock whose night begins.
 */
const isQuotedNow = (state: ExchangeState, { instrument, waiting }: SymbolMarket): boolean =>
  waiting.size > 0 ||
  state.markets.watches.has(instrument.symbol) ||
  (state.clock.session === 'overnight' && !state.rules(instrument.product).onDemand)

/**
 * Processes a scheduled instant: markets open and close, orders expire or return to waiting,
 * products settle, days begin.
 */
function processBoundary(state: ExchangeState): void {
  state.clock.session = sessionByRule(state.clock.time)
  const changed = changedPhases(state)
  const markets = [...state.markets.all.values()].filter(({ instrument }) =>
    changed.has(instrument.product),
  )
  for (const market of markets) {
    const { product } = market.instrument
    state
      .rules(product)
      .onPhaseChange?.(
        state,
        market,
        changed.get(product) ?? '',
        state.clock.phases.get(product) ?? '',
      )
  }
  for (const market of workAlgos(state)) runTriggers(state, market)
  for (const order of [...state.orders.open.values()]) {
    if (order.expiresAt <= state.clock.time) cancelRest(state, order)
  }
  for (const order of state.orders.open.values()) {
    const market = state.markets.find(order.view.terms.symbol)
    if (market !== undefined) suspend(state, market, order)
  }
  for (const market of markets) market.fresh = false
  for (const rules of state.products) rules.onTimeAdvance?.(state)
  for (const market of markets) if (isQuotedNow(state, market)) requote(state, market)
  state.groups.settle(state)
  state.planBoundary()
}

/**
 * Advances time to `to`, processing everything due on the way in time order. Does nothing for an
 * earlier time.
 */
export function advanceTo(state: ExchangeState, to: EpochMs): void {
  for (;;) {
    const next = state.orders.pending[0]
    if (next !== undefined && next.submitAt <= to && next.submitAt <= state.clock.boundary) {
      state.orders.pending.shift()
      if (next.submitAt > state.clock.time) state.clock.time = next.submitAt
      submit(state, next)
    } else if (state.clock.boundary <= to) {
      if (state.clock.boundary > state.clock.time) state.clock.time = state.clock.boundary
      processBoundary(state)
    } else {
      if (to > state.clock.time) state.clock.time = to
      return
    }
  }
}

/**
 * Catches up after a restart: processes everything due meanwhile, then reloads reference prices,
 * because the trades in between were never delivered. Does nothing within the session of the saved
 * state.
 */
export function catchUp(state: ExchangeState): void {
  const now = state.deps.now()
  if (state.clock.boundary > now) return
  const saved = tradeDate('securities', state.clock.time)
  advanceTo(state, now)
  for (const [symbol, market] of state.markets.all) {
    const reference = state.deps.reference(symbol)
    if (reference === undefined) continue
    market.last = reference.last
    market.close = reference.previousClose
  }
  const date = tradeDate('securities', now)
  if (date === saved) return
  const isBegun = now >= exchangeInstant(date, PRE_OPEN_MINUTE)
  if (isBegun) state.ledger.settleMoney(date)
  // Only products whose day follows the stock market's closes; the others' days already began
  // above, at their own hours.
  state.ledger.startDay(
    ({ product }) => product === 'EQUITY' || product === 'OPTION',
    ({ symbol }) => {
      const market = state.markets.find(symbol)
      // Until 04:00 the newest regular session is the one that ended.
      return (isBegun ? market?.close : market?.last) ?? 0
    },
  )
}
