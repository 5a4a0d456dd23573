import { feesBetween } from '../ledger/fees.js'
import { centsOfCash } from '../ledger/money.js'
import type { Position } from '../ledger/position.js'
import { cashOf, type PriceUnits, type SizeUnits } from '../units.js'
import type { Execution } from './book.js'
import { isEitherOr } from './combos/shape.js'
import type { Core, SymbolMarket } from './core.js'
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
} from './order.js'
import type { Fill } from './products/rules.js'
import { tradeDate } from './schedule.js'

/** Sets aside what the order needs now. */
export const rehold = (core: Core, order: PracticeOrder): void =>
  core.holds.update(
    order,
    core.groups.need(core, order, core.rules(order.product).need(core, order)),
  )

/** Changes what the order shows, by the exchange's clock. */
export const reveal = (core: Core, order: PracticeOrder, change: Partial<OrderView>): void =>
  show(order, change, core.time, core.switches.listingLagMs)

/**
 * Ends an order: it leaves every queue it stood in, and frees what it held. Its event is the
 * caller's.
 */
export function finish(core: Core, order: PracticeOrder, change: Partial<OrderView>): void {
  withdraw(core, order)
  reveal(core, order, change)
  order.stage = 'done'
  core.close(order)
  core.holds.setCover(order, 0)
  rehold(core, order)
}

/** Takes an order out of wherever it stands. */
export function withdraw(core: Core, order: PracticeOrder): void {
  const market = core.market(order.view.terms.symbol)
  if (market === undefined) return
  const { terms } = order.view
  if (order.stage === 'book' && terms.limit !== null) {
    market.book.remove(bidsFor(terms) ? 'bid' : 'ask', bookPrice(terms, terms.limit), order.number)
  }
  market.waiting.delete(order.number)
  market.triggers.delete(order.number)
  market.running.delete(order.number)
  core.algos.delete(order)
  const place = order.stage === 'pending' ? core.pending.indexOf(order) : -1
  if (place >= 0) core.pending.splice(place, 1)
}

/** Books a fill as one position against money: what most products do. */
export function bookPlain(
  core: Core,
  order: PracticeOrder,
  { price, size, cents, fees, filled }: Fill,
): Position {
  const { terms } = order.view
  const bought = isBuy(order)
  const close = core.market(terms.symbol)?.close
  const rules = core.rules(order.product)
  return core.ledger.book({
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
    settles: rules.settles(core.time),
    mark: close === undefined ? price : bookPrice(terms, close),
    time: core.time,
    day: (rules.tradeDate ?? tradeDate)(core.time),
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
 * Books one execution of an order at a price of its book: record, ledger, money set aside, event.
 * Cents are taken from the
 * running total, so that the rounding of many fills never adds up.
 */
export function fill(
  core: Core,
  order: PracticeOrder,
  priceInBook: PriceUnits,
  size: SizeUnits,
): void {
  const { view } = order
  const rules = core.rules(order.product)
  const price = bookPrice(view.terms, priceInBook)
  const filled = view.filled + size
  const filledCash = view.filledCash + cashOf(price, size, order.scale)
  const booked = centsOfCash(filledCash)
  const cents = booked - order.bookedCents
  order.bookedCents = booked
  const fees = rules.fees(core, view.terms, booked, filled)
  const entry = { price, size, cents, fees: feesBetween(view.fees, fees), filled }
  order.positionId = (rules.book?.(core, order, entry) ?? bookPlain(core, order, entry)).positionId
  core
    .dues(view.terms.symbol)
    .forEach((time) => core.sooner(time > core.time ? time : core.boundary))
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
  core.groups.changed(core, order)
}

/**
 * How much of an execution its maker can still do: a sibling of its combo may have traded instead,
 * a moment ago in the same sweep.
 */
const stillOpen = (maker: PracticeOrder, size: SizeUnits): SizeUnits =>
  isFinal(maker) ? 0 : Math.min(size, leaves(maker))

/**
 * Books the makers of executions that the market's own trade caused; that trade is on the tape
 * already.
 */
export function fillMakers(core: Core, executions: readonly Execution[]): void {
  for (const { maker, price, size } of executions) {
    const order = maker === null ? undefined : core.order(maker)
    const part = order === undefined ? 0 : stillOpen(order, size)
    if (order !== undefined && part > 0) fill(core, order, price, part)
  }
}

/** Members of one group of which only one may trade. */
const excludes = (one: PracticeOrder, other: PracticeOrder): boolean =>
  one.combo !== null &&
  other.combo !== null &&
  one.accountId === other.accountId &&
  one.combo.comboOrderId === other.combo.comboOrderId &&
  one.combo.role === other.combo.role &&
  isEitherOr(one.combo.role)

/**
 * Takes up to the open rest of an order (or `most` of it) from the book, prints and books both
 * sides. `limit` is a price of the book.
 */
export function sweep(
  core: Core,
  market: SymbolMarket,
  order: PracticeOrder,
  limit: PriceUnits | null,
  most: SizeUnits | null = null,
): void {
  const bought = bidsFor(order.view.terms)
  let missed = false
  for (const { price, size, maker } of market.book.take(
    bought ? 'ask' : 'bid',
    limit,
    most ?? leaves(order),
  )) {
    const other = maker === null ? undefined : core.order(maker)
    // Trading with each other would fill both: the one that rests gives way, and what stands behind
    // it is looked at.
    if (other !== undefined && !isFinal(other) && excludes(order, other)) {
      cancelRest(core, other)
      missed = true
      continue
    }
    const part = Math.min(
      other === undefined ? size : stillOpen(other, size),
      stillOpen(order, size),
    )
    missed ||= part < size
    if (part <= 0) continue
    core.print(market, price, part, bought ? 'buy' : 'sell')
    if (other !== undefined) fill(core, other, price, part)
    fill(core, order, price, part)
  }
  // What a maker could not deliver any more is looked for behind it.
  if (missed && most === null && !isFinal(order)) sweep(core, market, order, limit)
}

/** Cancels what is open of an order and tells it. */
export function cancelRest(core: Core, order: PracticeOrder): void {
  finish(core, order, { status: 'CANCELLED' })
  core.emit('CANCEL_SUCCESS', order)
  core.groups.changed(core, order)
}

/**
 * Ends an order that cannot be carried out; with fills it is cancelled instead, since they stand.
 */
export function fail(core: Core, order: PracticeOrder): void {
  if (order.view.filled > 0) return cancelRest(core, order)
  finish(core, order, { status: 'FAILED' })
  core.emit('PLACE_FAILED', order)
  core.groups.changed(core, order)
}
