import { feesBetween } from '../../ledger/fees.js'
import { centsOfCash } from '../../ledger/money.js'
import type { Position } from '../../ledger/position.js'
import { cashOf, type PriceUnits, type SizeUnits } from '../../model/units.js'
import type { Execution } from '../book/book.js'
import { isEitherOr } from '../orders/combo-shape.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import {
  bidsFor,
  bookPrice,
  isBuy,
  isFinal,
  leaves,
  outcomeOf,
  show,
  type OrderView,
  type PracticeOrder,
} from '../orders/order.js'
import type { Fill } from '../orders/product-rules.js'
import { tradeDate } from '../orders/trading-hours.js'

/** Updates the order's hold to its present need. */
export const updateHold = (state: ExchangeState, order: PracticeOrder): void =>
  state.holds.update(
    order,
    state.groups.need(state, order, state.rules(order.product).need(state, order)),
  )

/** Changes the order's view at the present exchange time. */
export const updateView = (
  state: Slices<'clock' | 'switches'>,
  order: PracticeOrder,
  change: Partial<OrderView>,
): void => show(order, change, state.clock.time, state.switches.listingLagMs)

/** Ends an order: removes it from every queue and releases its hold. The caller emits the event. */
export function finish(
  state: ExchangeState,
  order: PracticeOrder,
  change: Partial<OrderView>,
): void {
  withdraw(state, order)
  updateView(state, order, change)
  order.stage = 'done'
  state.close(order)
  state.holds.setCover(order, 0)
  updateHold(state, order)
}

/** Removes an order from its queue: book, waiting, triggers, running, algorithms or pending. */
export function withdraw(state: Slices<'orders' | 'markets'>, order: PracticeOrder): void {
  const market = state.markets.find(order.view.terms.symbol)
  if (market === undefined) return
  const { terms } = order.view
  if (order.stage === 'book' && terms.limit !== null) {
    market.book.remove(bidsFor(terms) ? 'bid' : 'ask', bookPrice(terms, terms.limit), order.number)
  }
  market.waiting.delete(order.number)
  market.triggers.delete(order.number)
  market.running.delete(order.number)
  state.orders.algos.delete(order)
  const place = order.stage === 'pending' ? state.orders.pending.indexOf(order) : -1
  if (place >= 0) state.orders.pending.splice(place, 1)
}

/** Books a fill as one position change against cash, as most products do. */
export function bookPlain(
  state: Slices<'clock' | 'markets' | 'ledger' | 'rules'>,
  order: PracticeOrder,
  { price, size, cents, fees, filled }: Fill,
): Position {
  const { terms } = order.view
  const bought = isBuy(order)
  const close = state.markets.find(terms.symbol)?.close
  const rules = state.rules(order.product)
  return state.ledger.book({
    accountId: order.accountId,
    asset: {
      product: order.product,
      symbol: terms.symbol,
      outcome: outcomeOf(terms),
      scale: order.scale,
    },
    size: bought ? size : -size,
    cash: bought ? -cents : cents,
    fees,
    settles: rules.settles(state.clock.time),
    mark: close === undefined ? price : bookPrice(terms, close),
    time: state.clock.time,
    day: (rules.tradeDate ?? tradeDate)(state.clock.time),
    type: 'TRADE',
    subType: bought ? 'BUY' : 'SELL',
    execution: {
      order: order.number,
      orderType: terms.type,
      limit: terms.limit,
      price,
      total: terms.size,
      filled,
    },
  })
}

/**
 * Books one execution of an order at a book price: view, ledger, hold, event. Cents are differences
 * of the running total, so the rounding of many fills never accumulates.
 */
export function fill(
  state: ExchangeState,
  order: PracticeOrder,
  priceInBook: PriceUnits,
  size: SizeUnits,
): void {
  const { view } = order
  const rules = state.rules(order.product)
  const price = bookPrice(view.terms, priceInBook)
  const filled = view.filled + size
  const filledCash = view.filledCash + cashOf(price, size, order.scale)
  const booked = centsOfCash(filledCash)
  const cents = booked - order.bookedCents
  order.bookedCents = booked
  const fees = rules.fees(state, view.terms, booked, filled)
  const entry = { price, size, cents, fees: feesBetween(view.fees, fees), filled }
  order.positionId = (
    rules.book?.(state, order, entry) ?? bookPlain(state, order, entry)
  ).positionId
  for (const time of state.markets.scheduledEvents(view.terms.symbol)) {
    state.clock.scheduleFuture(time)
  }
  state.holds.setCover(order, Math.max(0, order.cover - size))
  const change = { filled, filledCash, filledAt: state.clock.time, fees }
  if (order.view.terms.size === filled) {
    finish(state, order, { ...change, status: 'FILLED' })
    state.emit('FINAL_FILLED', order)
  } else {
    updateView(state, order, { ...change, status: 'PARTIAL_FILLED' })
    updateHold(state, order)
    state.emit('FILLED', order)
  }
  state.groups.changed(state, order)
}

/**
 * Returns the part of an execution that its maker can still fill: a sibling of its combo may have
 * traded earlier in the same sweep.
 */
const openPart = (maker: PracticeOrder, size: SizeUnits): SizeUnits =>
  isFinal(maker) ? 0 : Math.min(size, leaves(maker))

/**
 * Books the makers of executions caused by the market's own trade. That trade is already on the
 * tape.
 */
export function fillMakers(state: ExchangeState, executions: readonly Execution[]): void {
  for (const { maker, price, size } of executions) {
    const order = maker === null ? undefined : state.orders.byNumber(maker)
    const part = order === undefined ? 0 : openPart(order, size)
    if (order !== undefined && part > 0) fill(state, order, price, part)
  }
}

/** True for two members of a group of which only one may trade. */
const excludes = (order: PracticeOrder, other: PracticeOrder): boolean =>
  order.combo !== null &&
  other.combo !== null &&
  order.accountId === other.accountId &&
  order.combo.comboOrderId === other.combo.comboOrderId &&
  order.combo.role === other.combo.role &&
  isEitherOr(order.combo.role)

/** How far an order takes from the book. */
export interface SweepBounds {
  /** A book price; null without a limit. */
  readonly limit: PriceUnits | null
  /** By default the open size of the order. */
  readonly maxSize?: SizeUnits | null
}

/** Takes an order's open size from the book, prints the trades and books both sides. */
export function sweep(
  state: ExchangeState,
  market: SymbolMarket,
  order: PracticeOrder,
  { limit, maxSize = null }: SweepBounds,
): void {
  const bought = bidsFor(order.view.terms)
  let missed = false
  for (const { price, size, maker } of market.book.take(
    bought ? 'ask' : 'bid',
    limit,
    maxSize ?? leaves(order),
  )) {
    const other = maker === null ? undefined : state.orders.byNumber(maker)
    // A trade between the two would fill both: cancel the resting one and look at the entries
    // behind it.
    if (other !== undefined && !isFinal(other) && excludes(order, other)) {
      cancelRest(state, other)
      missed = true
      continue
    }
    const part = Math.min(other === undefined ? size : openPart(other, size), openPart(order, size))
    missed ||= part < size
    if (part <= 0) continue
    state.markets.print(market, price, part, bought ? 'buy' : 'sell')
    if (other !== undefined) fill(state, other, price, part)
    fill(state, order, price, part)
  }
  // Look behind a maker that could not fill its whole entry.
  if (missed && maxSize === null && !isFinal(order)) sweep(state, market, order, { limit })
}

/** Cancels the open rest of an order and emits the event. */
export function cancelRest(state: ExchangeState, order: PracticeOrder): void {
  finish(state, order, { status: 'CANCELLED' })
  state.emit('CANCEL_SUCCESS', order)
  state.groups.changed(state, order)
}

/** Ends an order that cannot be executed as FAILED; an order with fills is canceled instead. */
export function fail(state: ExchangeState, order: PracticeOrder): void {
  if (order.view.filled > 0) return cancelRest(state, order)
  finish(state, order, { status: 'FAILED' })
  state.emit('PLACE_FAILED', order)
  state.groups.changed(state, order)
}
