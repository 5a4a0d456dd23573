import type { MarketStep } from '../market-step.js'
import { feesOf, totalFees } from '../ledger/fees.js'
import { cashOfCents, centsUp } from '../ledger/money.js'
import type { Core, SymbolMarket } from './core.js'
import { cancelRest, fail, fillMakers, reveal, sweep } from './fills.js'
import { effectiveType, isBuy, isFinal, leaves, type PracticeOrder } from './order.js'
import { mayTrade } from './schedule.js'
import { arm, follow, touched } from './triggers.js'

const restsNever = (order: PracticeOrder): boolean => {
  const { timeInForce, type } = order.view.terms
  return timeInForce === 'IOC' || timeInForce === 'FOK' || type === 'MARKET_ON_OPEN' || type === 'MARKET_ON_CLOSE' || type === 'LIMIT_ON_OPEN'
}

/** A fill-or-kill order that the book cannot fill whole ends at once. */
const killed = (market: SymbolMarket, order: PracticeOrder, limit: number | null): boolean => {
  const open = leaves(order)
  return order.view.terms.timeInForce === 'FOK' && market.book.quote(isBuy(order) ? 'ask' : 'bid', limit, open).size < open
}

/** A cash account cannot owe: a market order that the market has outrun is not carried out. */
function unaffordable(core: Core, market: SymbolMarket, order: PracticeOrder): boolean {
  const account = core.ledger.accounts.get(order.accountId)
  if (account === undefined || account.type !== 'CASH' || !isBuy(order)) return false
  const { size, cash } = market.book.quote('ask', null, leaves(order))
  const cost = centsUp(cash)
  return cost + totalFees(feesOf('BUY', cost, size)) > account.cash - (core.holds.cash(order.accountId) - order.heldCents)
}

/** Turns an amount of money into units at the prices that stand in the book. */
function sizeAmount(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  const { terms } = order.view
  if (terms.amount === null || order.view.filled > 0) return
  const cash = cashOfCents(terms.amount)
  const bid = market.book.best('bid')
  const size = isBuy(order) ? market.book.affordable('ask', cash) : Math.min(order.heldShares, bid === null ? 0 : Number(cash / BigInt(bid)))
  reveal(core, order, { terms: { ...terms, size } })
}

function executeMarket(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  const side = isBuy(order) ? 'ask' : 'bid'
  if (market.book.best(side) !== null) sizeAmount(core, market, order)
  if (leaves(order) <= 0 || unaffordable(core, market, order)) return fail(core, order)
  if (killed(market, order, null)) return cancelRest(core, order)
  sweep(core, market, order, null)
  if (isFinal(order)) return
  if (restsNever(order)) return cancelRest(core, order)
  order.stage = 'market'
  market.running.add(order.number)
}

function executeLimit(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  const { limit } = order.view.terms
  if (limit === null) return fail(core, order)
  if (killed(market, order, limit)) return cancelRest(core, order)
  sweep(core, market, order, limit)
  if (isFinal(order)) return
  if (restsNever(order)) return cancelRest(core, order)
  order.stage = 'book'
  market.book.add(isBuy(order) ? 'bid' : 'ask', limit, order.number, leaves(order))
}

const execute = (core: Core, market: SymbolMarket, order: PracticeOrder): void =>
  effectiveType(order) === 'MARKET' ? executeMarket(core, market, order) : executeLimit(core, market, order)

/** Lets an order do what it can now: trade, rest, arm its trigger, or wait for its session. */
export function activate(core: Core, order: PracticeOrder): void {
  const market = core.market(order.view.terms.symbol)
  if (market === undefined) return fail(core, order)
  const { type, session } = order.view.terms
  const auction = type === 'MARKET_ON_OPEN' || type === 'MARKET_ON_CLOSE' || type === 'LIMIT_ON_OPEN'
  if (auction || !mayTrade(session, core.session) || !market.fresh) {
    order.stage = auction ? 'auction' : 'waiting'
    market.waiting.add(order.number)
    return
  }
  if (effectiveType(order) === 'STOP') {
    order.stage = 'trigger'
    arm(order, market)
    market.triggers.add(order.number)
    if (touched(order, market.last)) pull(core, market, order)
    return
  }
  execute(core, market, order)
}

function pull(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  market.triggers.delete(order.number)
  order.triggered = true
  execute(core, market, order)
}

/** Shows the triggers every trade they have not seen, including the trades that triggered orders cause. */
export function runTriggers(core: Core, market: SymbolMarket): void {
  for (let price = market.prints.shift(); price !== undefined; price = market.prints.shift()) {
    const seen = price
    const due = [...market.triggers].map((number) => core.order(number)).filter((order) => order !== undefined && touched(order, seen))
    for (const order of due) if (order !== undefined && order.stage === 'trigger') pull(core, market, order)
  }
}

/** Releases orders that waited for this session: those for the opening auction first, then in the order they came. */
function release(core: Core, market: SymbolMarket): void {
  const waiting = [...market.waiting].sort((a, b) => a - b).map((number) => core.order(number)).filter((order) => order !== undefined)
  const opening = (order: PracticeOrder): boolean => order.stage === 'auction' && order.view.terms.type !== 'MARKET_ON_CLOSE'
  if (core.session === 'regular') {
    for (const order of waiting.filter(opening)) {
      market.waiting.delete(order.number)
      execute(core, market, order)
    }
  }
  for (const order of waiting) {
    if (order.stage !== 'waiting' || !mayTrade(order.view.terms.session, core.session)) continue
    market.waiting.delete(order.number)
    activate(core, order)
  }
}

/** The closing auction of one symbol: market-on-close orders trade against the book as it stands. */
export function closeAuction(core: Core, market: SymbolMarket): void {
  for (const number of [...market.waiting].sort((a, b) => a - b)) {
    const order = core.order(number)
    if (order === undefined || order.stage !== 'auction' || order.view.terms.type !== 'MARKET_ON_CLOSE') continue
    market.waiting.delete(number)
    execute(core, market, order)
  }
  runTriggers(core, market)
}

/** Puts back to waiting whatever may not trade in the session that begins. */
export function suspend(core: Core, market: SymbolMarket, order: PracticeOrder): void {
  const { session, limit } = order.view.terms
  if (order.stage === 'pending' || order.stage === 'waiting' || order.stage === 'auction' || mayTrade(session, core.session)) return
  if (order.stage === 'book' && limit !== null) market.book.remove(isBuy(order) ? 'bid' : 'ask', limit, order.number)
  market.triggers.delete(order.number)
  market.running.delete(order.number)
  order.stage = 'waiting'
  market.waiting.add(order.number)
}

/** One step of the seeded market (its time has been reached): house first, then whoever waited, then its trade. */
export function applyStep(core: Core, market: SymbolMarket, step: MarketStep): void {
  for (const { side, execution } of market.book.moveHouse(step.bids, step.asks)) {
    core.print(market, execution.price, execution.size, side === 'bid' ? 'sell' : 'buy')
    fillMakers(core, [execution])
  }
  if (!market.fresh) {
    market.fresh = true
    release(core, market)
  }
  for (const number of [...market.running]) {
    const order = core.order(number)
    if (order === undefined) continue
    market.running.delete(number)
    executeMarket(core, market, order)
  }
  if (step.trade !== null) {
    const { aggressor, price, size } = step.trade
    fillMakers(core, market.book.take(aggressor === 'buy' ? 'ask' : 'bid', price, size))
    core.touch(market, price)
  }
  for (const number of market.triggers) {
    const order = core.order(number)
    if (order !== undefined) follow(order, market)
  }
  runTriggers(core, market)
}
