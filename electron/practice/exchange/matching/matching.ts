import type { MarketStep } from '../../model/market-step.js'
import { beginAlgo, countVolume } from './algo-execution.js'
import { exceedsCash } from '../accounts/cash-check.js'
import { cashOfCents } from '../../ledger/money.js'
import { sizeFor, type PriceUnits } from '../../model/units.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import { cancelRest, fail, fillMakers, updateView, sweep } from './fills.js'
import {
  bidsFor,
  bookPrice,
  workingType,
  isBuy,
  isFinal,
  leaves,
  type PracticeOrder,
} from '../orders/order.js'
import { isHalted } from '../orders/halts.js'
import type { PriceStep } from '../../model/instrument.js'
import { stepAt } from '../orders/read-fields.js'

const isImmediate = (order: PracticeOrder): boolean => {
  const { timeInForce, type } = order.view.terms
  return (
    timeInForce === 'IOC' ||
    timeInForce === 'FOK' ||
    type === 'MARKET_ON_OPEN' ||
    type === 'MARKET_ON_CLOSE' ||
    type === 'LIMIT_ON_OPEN'
  )
}

/** True for a fill-or-kill order that the book cannot fill completely; it ends at once. */
const isKilled = (market: SymbolMarket, order: PracticeOrder, limit: number | null): boolean => {
  const open = leaves(order)
  return (
    order.view.terms.timeInForce === 'FOK' &&
    market.book.quote(bidsFor(order.view.terms) ? 'ask' : 'bid', limit, open).size < open
  )
}

/**
 * Converts an amount of money to a size at the present book prices. Event orders are sized by their
 * own rules.
 */
function sizeAmount(
  state: Slices<'clock' | 'switches'>,
  market: SymbolMarket,
  order: PracticeOrder,
): void {
  const { terms } = order.view
  if (terms.amount === null || terms.event !== null || order.view.filled > 0) return
  const cash = cashOfCents(terms.amount)
  const bid = market.book.best('bid')
  const size = isBuy(order)
    ? market.book.affordable('ask', cash)
    : Math.min(order.heldShares, bid === null ? 0 : sizeFor(cash, bid, order.scale))
  updateView(state, order, { terms: { ...terms, size } })
}

const mayTrade = (state: ExchangeState, order: PracticeOrder): boolean =>
  !isHalted(state, order.view.terms.symbol) &&
  state.rules(order.product).mayTrade(state, order.view.terms)

function executeMarket(state: ExchangeState, market: SymbolMarket, order: PracticeOrder): void {
  const side = bidsFor(order.view.terms) ? 'ask' : 'bid'
  if (market.book.best(side) !== null) sizeAmount(state, market, order)
  if (leaves(order) <= 0 || exceedsCash(state, market, order, leaves(order))) {
    return fail(state, order)
  }
  if (isKilled(market, order, null)) return cancelRest(state, order)
  sweep(state, market, order, { limit: null })
  if (isFinal(order)) return
  if (isImmediate(order)) return cancelRest(state, order)
  order.stage = 'market'
  market.running.add(order.number)
}

function executeLimit(state: ExchangeState, market: SymbolMarket, order: PracticeOrder): void {
  const { terms } = order.view
  if (terms.limit === null) return fail(state, order)
  const limit = bookPrice(terms, terms.limit)
  if (isKilled(market, order, limit)) return cancelRest(state, order)
  sweep(state, market, order, { limit })
  if (isFinal(order)) return
  if (isImmediate(order)) return cancelRest(state, order)
  order.stage = 'book'
  market.book.add(bidsFor(terms) ? 'bid' : 'ask', limit, order.number, leaves(order))
}

const execute = (state: ExchangeState, market: SymbolMarket, order: PracticeOrder): void =>
  workingType(order) === 'MARKET'
    ? executeMarket(state, market, order)
    : executeLimit(state, market, order)

/** Makes an order do what it can now: trade, rest, arm its trigger, or wait for its session. */
export function activate(state: ExchangeState, order: PracticeOrder): void {
  const market = state.markets.find(order.view.terms.symbol)
  if (market === undefined) return fail(state, order)
  const { type } = order.view.terms
  const auction =
    type === 'MARKET_ON_OPEN' || type === 'MARKET_ON_CLOSE' || type === 'LIMIT_ON_OPEN'
  if (auction || !mayTrade(state, order) || !market.fresh) {
    order.stage = auction ? 'auction' : 'waiting'
    market.waiting.add(order.number)
    return
  }
  if (order.view.terms.algo !== null) return beginAlgo(state, order)
  if (workingType(order) === 'STOP') {
    order.stage = 'trigger'
    arm(order, market)
    market.triggers.add(order.number)
    if (touched(order, market, market.last)) trigger(state, market, order)
    return
  }
  execute(state, market, order)
}

function trigger(state: ExchangeState, market: SymbolMarket, order: PracticeOrder): void {
  market.triggers.delete(order.number)
  order.triggered = true
  execute(state, market, order)
}

/** Checks all unprocessed trades against the triggers, including the trades of triggered orders. */
export function runTriggers(state: ExchangeState, market: SymbolMarket): void {
  for (let price = market.prints.shift(); price !== undefined; price = market.prints.shift()) {
    const seen = price
    const due = [...market.triggers]
      .map((number) => state.orders.byNumber(number))
      .filter((order) => order !== undefined && touched(order, market, seen))
    for (const order of due) {
      if (order !== undefined && order.stage === 'trigger') trigger(state, market, order)
    }
  }
}

/**
 * Releases orders that waited for this session: those for the opening auction first, then in order
 * of arrival.
 */
function release(state: ExchangeState, market: SymbolMarket): void {
  const waiting = [...market.waiting]
    .sort((a, b) => a - b)
    .map((number) => state.orders.byNumber(number))
    .filter((order) => order !== undefined)
  const opening = (order: PracticeOrder): boolean =>
    order.stage === 'auction' && order.view.terms.type !== 'MARKET_ON_CLOSE'
  if (state.clock.session === 'regular') {
    for (const order of waiting.filter(opening)) {
      // An order of the same combo may have traded first and ended this one.
      if (isFinal(order)) continue
      market.waiting.delete(order.number)
      execute(state, market, order)
    }
  }
  for (const order of waiting) {
    if (order.stage !== 'waiting' || !mayTrade(state, order)) continue
    market.waiting.delete(order.number)
    activate(state, order)
  }
}

/**
 * Runs the closing auction of one symbol: market-on-close orders trade against the present book.
 */
export function closeAuction(state: ExchangeState, market: SymbolMarket): void {
  if (isHalted(state, market.instrument.symbol)) return
  for (const number of [...market.waiting].sort((a, b) => a - b)) {
    const order = state.orders.byNumber(number)
    if (
      order === undefined ||
      order.stage !== 'auction' ||
      order.view.terms.type !== 'MARKET_ON_CLOSE'
    ) {
      continue
    }
    market.waiting.delete(number)
    execute(state, market, order)
  }
  runTriggers(state, market)
}

/** Returns an order to waiting that may not trade now: its session ended, its symbol is halted. */
export function suspend(state: ExchangeState, market: SymbolMarket, order: PracticeOrder): void {
  const { terms } = order.view
  if (
    order.stage === 'pending' ||
    order.stage === 'linked' ||
    order.stage === 'waiting' ||
    order.stage === 'auction' ||
    mayTrade(state, order)
  ) {
    return
  }
  if (order.stage === 'book' && terms.limit !== null) {
    market.book.remove(bidsFor(terms) ? 'bid' : 'ask', bookPrice(terms, terms.limit), order.number)
  }
  market.triggers.delete(order.number)
  market.running.delete(order.number)
  state.orders.algos.delete(order)
  order.stage = 'waiting'
  market.waiting.add(order.number)
}

/**
 * Returns the orders of halted symbols to waiting. The present books of symbols that are no longer
 * halted release them, as after a change of session: a quiet market's next step may be minutes
 * away.
 */
export function haltMarkets(state: ExchangeState, halted: readonly string[]): void {
  for (const symbol of state.switches.haltedSymbols) {
    const market = state.markets.find(symbol)
    if (market === undefined) continue
    for (const order of state.orders.open.values()) {
      if (order.view.terms.symbol === symbol) suspend(state, market, order)
    }
    market.fresh = false
  }
  for (const symbol of halted) {
    const market = state.markets.find(symbol)
    if (market !== undefined && !isHalted(state, symbol)) requote(state, market)
  }
}

/** Applies the market makers' present book, which may trade with the orders of this symbol. */
export function requote(state: ExchangeState, market: SymbolMarket): void {
  const step = state.deps.book?.(market.instrument.symbol)
  if (step !== undefined) applyStep(state, market, { ...step, trade: null })
}

/**
 * Fetches the market makers' present book of a product whose steps are delivered only while an
 * order is open. Does nothing while one is open: reads and refused orders come here too and are
 * not recorded, so that no order may trade by them.
 */
export function refreshBook(state: ExchangeState, market: SymbolMarket): void {
  const { symbol, product } = market.instrument
  if (
    !state.rules(product).onDemand ||
    isHalted(state, symbol) ||
    state.markets.watches.has(symbol) ||
    (market.fresh && market.seen === state.clock.time)
  ) {
    return
  }
  requote(state, market)
  const reference = state.deps.reference(symbol)
  if (reference === undefined) return
  market.last = reference.last
  market.close = reference.previousClose
}

/**
 * Applies one step of the market, whose time has been reached: market-maker quotes first, then
 * waiting orders, then its trade. A halted symbol has no steps.
 */
export function applyStep(state: ExchangeState, market: SymbolMarket, step: MarketStep): void {
  if (isHalted(state, step.symbol)) return
  market.seen = state.clock.time
  for (const { side, execution } of market.book.setMarketMakerQuotes(step)) {
    state.markets.print(market, execution.price, execution.size, side === 'bid' ? 'sell' : 'buy')
    fillMakers(state, [execution])
  }
  if (!market.fresh) {
    market.fresh = true
    release(state, market)
  }
  for (const number of [...market.running]) {
    const order = state.orders.byNumber(number)
    if (order === undefined || isFinal(order)) continue
    market.running.delete(number)
    executeMarket(state, market, order)
  }
  if (step.trade !== null) {
    const { aggressor, price, size } = step.trade
    fillMakers(
      state,
      market.book.applyMarketTrade(aggressor === 'buy' ? 'ask' : 'bid', price, size),
    )
    state.markets.touch(market, price)
    if (state.orders.algos.size > 0) countVolume(state, market, size)
  }
  for (const number of market.triggers) {
    const order = state.orders.byNumber(number)
    if (order !== undefined) follow(order, market)
  }
  runTriggers(state, market)
  state.groups.settle(state)
}

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
function arm(order: PracticeOrder, market: SymbolMarket): void {
  if (order.view.terms.trail !== null) order.extreme ??= market.last
  follow(order, market)
}

/**
 * Moves a trailing stop with the best price: up with the bid for a sell, down with the ask for a
 * buy. Never back.
 */
function follow(order: PracticeOrder, market: SymbolMarket): void {
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
function touched(order: PracticeOrder, { instrument }: SymbolMarket, price: PriceUnits): boolean {
  const stop = stopOf(order, instrument.grid)
  if (stop === null) return false
  return isBuy(order) ? price >= stop : price <= stop
}
