import type { Position } from '../../shared/domain/account/account.js'
import {
  add,
  decimalText,
  isNegative,
  isZero,
  sub,
  trim,
  type Price,
  type Quantity,
} from '../../shared/domain/decimal.js'
import type { AccountId } from '../../shared/domain/ids.js'
import {
  orderInstrumentKey,
  positionInstrumentKey,
  type InstrumentKey,
} from '../../shared/domain/instruments/instrument-key.js'
import type { Order } from '../../shared/domain/orders/order.js'
import type { OrderType } from '../../shared/domain/orders/order-types.js'
import type { Side } from '../../shared/domain/side.js'
import { isFinal, isUncertain } from '../../shared/domain/orders/order-state.js'

export type LineKind = 'limit' | 'stop' | 'position'

/** One horizontal line of the chart: the price of a working order, a trigger or a position. */
export interface OwnLine {
  /** Stable while the order or position exists, so that a line moves instead of being recreated. */
  readonly id: string
  readonly kind: LineKind
  readonly side: Side
  readonly price: Price
  /** Open units; null while the broker has not converted a currency amount into units. */
  readonly quantity: Quantity | null
  /** Null for a position. */
  readonly type: OrderType | null
  /** Sent but not confirmed as working at the exchange; drawn differently. */
  readonly uncertain: boolean
  /** How many orders the line stands for: orders of one side and kind at one price are one line. */
  readonly orders: number
}

const openQuantity = (order: Order): Quantity | null =>
  order.quantity === null ? null : sub(order.quantity, order.filledQuantity)

function linesOf(order: Order): readonly OwnLine[] {
  const shared = {
    side: order.side,
    quantity: openQuantity(order),
    type: order.type,
    uncertain: isUncertain(order.status) || order.pending !== null,
    orders: 1,
  }
  const lines: OwnLine[] = []
  if (order.limitPrice !== null) {
    lines.push({
      ...shared,
      id: `${order.clientOrderId}:limit`,
      kind: 'limit',
      price: order.limitPrice,
    })
  }
  if (order.stopPrice !== null) {
    lines.push({
      ...shared,
      id: `${order.clientOrderId}:stop`,
      kind: 'stop',
      price: order.stopPrice,
    })
  }
  return lines
}

/** Returns the key of the line that an order's line is drawn as part of. */
const placeOf = ({ kind, side, type, uncertain, price }: OwnLine): string =>
  [kind, side, type, uncertain ? 'uncertain' : 'certain', decimalText(trim(price))].join(' ')

/** Draws orders of one side and kind at one price as one line with their open units together. */
function merged(lines: readonly OwnLine[]): readonly OwnLine[] {
  const places = new Map<string, OwnLine>()
  for (const line of lines) {
    const place = placeOf(line)
    const other = places.get(place)
    if (other === undefined) {
      places.set(place, line)
      continue
    }
    const [a, b] = [other.quantity, line.quantity]
    const quantity = a === null || b === null ? null : add(a, b)
    places.set(place, { ...other, id: place, quantity, orders: other.orders + line.orders })
  }
  return [...places.values()]
}

/**
 * Returns the lines of the instrument whose prices a chart shows, in one account:
 * every order that may still trade, at its limit and its trigger, and the position at its average
 * cost. Orders of one side and kind at one price are one line. Market orders have no price and so
 * no line. Sorted by id, so that equal input gives equal output.
 */
export function ownLines(
  orders: readonly Order[],
  positions: readonly Position[],
  account: AccountId | null,
  key: InstrumentKey | null,
): readonly OwnLine[] {
  if (key === null) return []
  const ownOrders = orders.filter(
    (order) =>
      order.accountId === account && !isFinal(order.status) && orderInstrumentKey(order) === key,
  )
  const symbolPositions = positions.filter(
    (position) =>
      position.accountId === account &&
      !isZero(position.quantity) &&
      positionInstrumentKey(position) === key,
  )
  const lines = [...merged(ownOrders.flatMap(linesOf))]
  for (const position of symbolPositions) {
    if (position.averageCost === null) continue
    lines.push({
      id: `position:${position.positionId}`,
      kind: 'position',
      side: isNegative(position.quantity) ? 'short' : 'buy',
      price: position.averageCost,
      quantity: position.quantity,
      type: null,
      uncertain: false,
      orders: 0,
    })
  }
  return lines.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

export interface LineChanges<T extends { readonly id: string }> {
  readonly added: readonly T[]
  readonly changed: readonly T[]
  readonly removed: readonly string[]
}

/** Returns the changes to make to the drawn lines; unchanged lines cost no repaint. */
export function lineChanges<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
  same: (a: T, b: T) => boolean,
): LineChanges<T> {
  const known = new Map(before.map((line) => [line.id, line]))
  const remainingIds = new Set(after.map((line) => line.id))
  return {
    added: after.filter((line) => !known.has(line.id)),
    changed: after.filter((line) => {
      const old = known.get(line.id)
      return old !== undefined && !same(old, line)
    }),
    removed: before.filter((line) => !remainingIds.has(line.id)).map((line) => line.id),
  }
}
