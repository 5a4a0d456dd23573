import { feesOf, type Fees } from '../ledger/fees.js'
import { centsOfCash } from '../ledger/money.js'
import { cashOf, type PriceUnits, type SizeUnits } from '../units.js'
import type { Execution } from './book.js'
import type { Core, SymbolMarket } from './core.js'
import { WHOLE } from '../ledger/valuation.js'
import { isBuy, leaves, show, type OrderView, type PracticeOrder } from './order.js'
import { settlementDay, tradeDate } from './schedule.js'

const minus = (a: Fees, b: Fees): Fees => ({ sec: a.sec - b.sec, taf: a.taf - b.taf, cat: a.cat - b.cat })

/** Sets aside what the order needs now. Cash accounts carry no leverage. */
export function rehold(core: Core, order: PracticeOrder): void {
  const { side, symbol } = order.view.terms
  const margin = core.ledger.accounts.get(order.accountId)?.type === 'MARGIN'
  core.holds.update(order, margin ? core.ratios(symbol, side === 'SHORT').intraday : WHOLE)
}

/** Changes what the order shows, by the exchange's clock. */
export const reveal = (core: Core, order: PracticeOrder, change: Partial<OrderView>): void =>
  show(order, change, core.time, core.switches.listingLagMs)

/** Ends an order: it leaves every queue it stood in, and frees what it held. Its event is the caller's. */
export function finish(core: Core, order: PracticeOrder, change: Partial<OrderView>): void {
  withdraw(core, order)
  reveal(core, order, change)
  order.stage = 'done'
  core.open.delete(order.number)
  core.holds.setCover(order, 0)
  rehold(core, order)
}

/** Takes an order out of wherever it stands. */
export function withdraw(core: Core, order: PracticeOrder): void {
  const market = core.market(order.view.terms.symbol)
  if (market === undefined) return
  const { limit } = order.view.terms
  if (order.stage === 'book' && limit !== null) market.book.remove(isBuy(order) ? 'bid' : 'ask', limit, order.number)
  market.waiting.delete(order.number)
  market.triggers.delete(order.number)
  market.running.delete(order.number)
  const place = order.stage === 'pending' ? core.pending.indexOf(order) : -1
  if (place >= 0) core.pending.splice(place, 1)
}

/**
 * Books one execution of an order: record, ledger, money set aside, event. Cents are taken from the running total, so that
 * the rounding of many fills never adds up.
 */
export function fill(core: Core, order: PracticeOrder, price: PriceUnits, size: SizeUnits): void {
  const { view } = order
  const filled = view.filled + size
  const filledCash = view.filledCash + cashOf(price, size)
  const booked = centsOfCash(filledCash)
  const cents = booked - order.bookedCents
  order.bookedCents = booked
  const fees = feesOf(view.terms.side, booked, filled)
  const bought = isBuy(order)
  const position = core.ledger.book({
    accountId: order.accountId, symbol: view.terms.symbol, size: bought ? size : -size, cash: bought ? -cents : cents,
    fees: minus(fees, view.fees), settles: settlementDay(core.time), mark: core.market(view.terms.symbol)?.close ?? price,
    time: core.time, day: tradeDate(core.time),
    execution: { order: order.number, orderType: view.terms.type, limit: view.terms.limit, price, total: view.terms.size, filled },
  })
  order.positionId = position.positionId
  core.holds.setCover(order, Math.max(0, order.cover - size))
  const change = { filled, filledCash, filledAt: core.time, fees }
  if (order.view.terms.size === filled) {
    finish(core, order, { ...change, status: 'FILLED' })
    core.emit('FINAL_FILLED', order)
  } else {
    reveal(core, order, { ...change, status: 'PARTIAL_FILLED' })
    rehold(core, order)
    core.emit('FILLED', order)
  }
}

/** Books the makers of executions that the market's own trade caused; that trade is on the tape already. */
export function fillMakers(core: Core, executions: readonly Execution[]): void {
  for (const { maker, price, size } of executions) {
    const order = maker === null ? undefined : core.order(maker)
    if (order !== undefined) fill(core, order, price, size)
  }
}

/** Takes up to the open rest of an order from the book, prints and books both sides. */
export function sweep(core: Core, market: SymbolMarket, order: PracticeOrder, limit: PriceUnits | null): void {
  const bought = isBuy(order)
  for (const { price, size, maker } of market.book.take(bought ? 'ask' : 'bid', limit, leaves(order))) {
    core.print(market, price, size, bought ? 'buy' : 'sell')
    const other = maker === null ? undefined : core.order(maker)
    if (other !== undefined) fill(core, other, price, size)
    fill(core, order, price, size)
  }
}

/** Cancels what is open of an order and tells it. */
export function cancelRest(core: Core, order: PracticeOrder): void {
  finish(core, order, { status: 'CANCELLED' })
  core.emit('CANCEL_SUCCESS', order)
}

/** Ends an order that cannot be carried out; with fills it is cancelled instead, since they stand. */
export function fail(core: Core, order: PracticeOrder): void {
  if (order.view.filled > 0) return cancelRest(core, order)
  finish(core, order, { status: 'FAILED' })
  core.emit('PLACE_FAILED', order)
}
