import type { MarketStep } from '../market-step.js'
import { beginAlgo, countVolume } from './algos/work.js'
import { unaffordable } from './cash-check.js'
import { cashOfCents } from '../ledger/money.js'
import { sizeFor } from '../units.js'
import type { Core, SymbolMarket } from './core.js'
import { cancelRest, fail, fillMakers, reveal, sweep } from './fills.js'
import {
  bidsFor,
  bookPrice,
  effectiveType,
  isBuy,
  isFinal,
  leaves,
  type PracticeOrder,
} from './order.js'
import { arm, follow, touched } from './triggers.js'

const restsNever = (order: PracticeOrder): boolean => {
  const { timeInForce, type } = order.view.terms
  return (
    timeInForce === 'IOC' ||
    timeInForce === 'FOK' ||
    type === 'MARKET_ON_OPEN' ||
    type === 'MARKET_ON_CLOSE' ||
    type === 'LIMIT_ON_OPEN'
  )
}

/** A fill-or-kill order that the book cannot fill whole ends at once. */
const killed = (market: SymbolMarket, order: PracticeOrder, limit: number | null): boolean => {
  const open = leaves(order)
  return (
    order.view.terms.timeInForce === 'FOK' &&
    market.book.quote(bidsFor(order.view.terms) ? 'ask' : 'bid', limit, open).size < open
  )
}

/**
 * Turns an amount of money into units at the prices that stand in the book (event orders have no
 * amounts but for their own rules to size).
 */
function sizeAmount(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  const { terms } = order.view
  if (terms.amount === null || terms.event !== null || order.view.filled > 0) return
  const cash = cashOfCents(terms.amount)
  const bid = market.book.best('bid')
  const size = isBuy(order)
    ? market.book.affordable('ask', cash)
    : Math.min(order.heldShares, bid === null ? 0 : sizeFor(cash, bid, order.scale))
  reveal(core, order, { terms: { ...terms, size } })
}

const mayTrade = (core: Core, order: PracticeOrder): boolean =>
  core.rules(order.product).mayTrade(core, order.view.terms)

function executeMarket(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  const side = bidsFor(order.view.terms) ? 'ask' : 'bid'
  if (market.book.best(side) !== null) sizeAmount(core, market, order)
  if (leaves(order) <= 0 || unaffordable(core, market, order, leaves(order))) {
    return fail(core, order)
  }
  if (killed(market, order, null)) return cancelRest(core, order)
  sweep(core, market, order, null)
  if (isFinal(order)) return
  if (restsNever(order)) return cancelRest(core, order)
  order.stage = 'market'
  market.running.add(order.number)
}

function executeLimit(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  const { terms } = order.view
  if (terms.limit === null) return fail(core, order)
  const limit = bookPrice(terms, terms.limit)
  if (killed(market, order, limit)) return cancelRest(core, order)
  sweep(core, market, order, limit)
  if (isFinal(order)) return
  if (restsNever(order)) return cancelRest(core, order)
  order.stage = 'book'
  market.book.add(bidsFor(terms) ? 'bid' : 'ask', limit, order.number, leaves(order))
}

const execute = (core: Core, market: SymbolMarket, order: PracticeOrder): void =>
  effectiveType(order) === 'MARKET'
    ? executeMarket(core, market, order)
    : executeLimit(core, market, order)

/** Lets an order do what it can now: trade, rest, arm its trigger, or wait for its session. */
export function activate(core: Core, order: PracticeOrder): void {
  const market = core.market(order.view.terms.symbol)
  if (market === undefined) return fail(core, order)
  const { type } = order.view.terms
  const auction =
    type === 'MARKET_ON_OPEN' || type === 'MARKET_ON_CLOSE' || type === 'LIMIT_ON_OPEN'
  if (auction || !mayTrade(core, order) || !market.fresh) {
    order.stage = auction ? 'auction' : 'waiting'
    market.waiting.add(order.number)
    return
  }
  if (order.view.terms.algo !== null) return beginAlgo(core, order)
  if (effectiveType(order) === 'STOP') {
    order.stage = 'trigger'
    arm(order, market)
    market.triggers.add(order.number)
    if (touched(order, market, market.last)) pull(core, market, order)
    return
  }
  execute(core, market, order)
}

function pull(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  market.triggers.delete(order.number)
  order.triggered = true
  execute(core, market, order)
}

/**
 * Shows the triggers every trade they have not seen, including the trades that triggered orders
 * cause.
 */
export function runTriggers(core: Core, market: SymbolMarket): void {
  for (let price = market.prints.shift(); price !== undefined; price = market.prints.shift()) {
    const seen = price
    const due = [...market.triggers]
      .map((number) => core.order(number))
      .filter((order) => order !== undefined && touched(order, market, seen))
    for (const order of due) {
      if (order !== undefined && order.stage === 'trigger') pull(core, market, order)
    }
  }
}

/**
 * Releases orders that waited for this session: those for the opening auction first, then in the
 * order they came.
 */
function release(core: Core, market: SymbolMarket): void {
  const waiting = [...market.waiting]
    .sort((a, b) => a - b)
    .map((number) => core.order(number))
    .filter((order) => order !== undefined)
  const opening = (order: PracticeOrder): boolean =>
    order.stage === 'auction' && order.view.terms.type !== 'MARKET_ON_CLOSE'
  if (core.session === 'regular') {
    for (const order of waiting.filter(opening)) {
      // An order of the same combo may have traded before it.
      if (isFinal(order)) continue
      market.waiting.delete(order.number)
      execute(core, market, order)
    }
  }
  for (const order of waiting) {
    if (order.stage !== 'waiting' || !mayTrade(core, order)) continue
    market.waiting.delete(order.number)
    activate(core, order)
  }
}

/**
 * The closing auction of one symbol: market-on-close orders trade against the book as it stands.
 */
export function closeAuction(core: Core, market: SymbolMarket): void {
  for (const number of [...market.waiting].sort((a, b) => a - b)) {
    const order = core.order(number)
    if (
      order === undefined ||
      order.stage !== 'auction' ||
      order.view.terms.type !== 'MARKET_ON_CLOSE'
    ) {
      continue
    }
    market.waiting.delete(number)
    execute(core, market, order)
  }
  runTriggers(core, market)
}

/** Puts back to waiting whatever may not trade in the session that begins. */
export function suspend(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  const { terms } = order.view
  if (
    order.stage === 'pending' ||
    order.stage === 'linked' ||
    order.stage === 'waiting' ||
    order.stage === 'auction' ||
    mayTrade(core, order)
  ) {
    return
  }
  if (order.stage === 'book' && terms.limit !== null) {
    market.book.remove(bidsFor(terms) ? 'bid' : 'ask', bookPrice(terms, terms.limit), order.number)
  }
  market.triggers.delete(order.number)
  market.running.delete(order.number)
  core.algos.delete(order)
  order.stage = 'waiting'
  market.waiting.add(order.number)
}

/**
 * Asks for the house's present book where nobody has told it: the steps of most symbols are told
 * only while an order in them is
 * open. Does nothing for symbols that are told or that have been asked for at this very time.
 */
export function freshen(core: Core, market: SymbolMarket): void {
  const { symbol, product } = market.instrument
  if (
    !core.rules(product).lazy ||
    (market.fresh && (core.watches.has(symbol) || market.seen === core.time))
  ) {
    return
  }
  const step = core.deps.book?.(symbol)
  if (step !== undefined) applyStep(core, market, { ...step, trade: null })
  const reference = core.watches.has(symbol) ? undefined : core.deps.reference(symbol)
  if (reference === undefined) return
  market.last = reference.last
  market.close = reference.previousClose
}

/**
 * One step of the market (its time has been reached): house first, then whoever waited, then its
 * trade.
 */
export function applyStep(core: Core, market: SymbolMarket, step: MarketStep): void {
  market.seen = core.time
  for (const { side, execution } of market.book.moveHouse(step)) {
    core.print(market, execution.price, execution.size, side === 'bid' ? 'sell' : 'buy')
    fillMakers(core, [execution])
  }
  if (!market.fresh) {
    market.fresh = true
    release(core, market)
  }
  for (const number of [...market.running]) {
    const order = core.order(number)
    if (order === undefined || isFinal(order)) continue
    market.running.delete(number)
    executeMarket(core, market, order)
  }
  if (step.trade !== null) {
    const { aggressor, price, size } = step.trade
    fillMakers(core, market.book.takeForHouse(aggressor === 'buy' ? 'ask' : 'bid', price, size))
    core.touch(market, price)
    if (core.algos.size > 0) countVolume(core, market, size)
  }
  for (const number of market.triggers) {
    const order = core.order(number)
    if (order !== undefined) follow(order, market)
  }
  runTriggers(core, market)
  core.groups.settle(core)
}
