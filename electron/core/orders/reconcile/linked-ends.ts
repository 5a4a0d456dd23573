import type { Price, Quantity } from '../../../../shared/domain/decimal.js'
import {
  fillThatCanceled,
  linkedName,
  linkOf,
  type LinkedName,
} from '../../../../shared/domain/orders/combo-rules.js'
import { EXPIRED, isExpired } from '../../../../shared/domain/market/time-in-force-end.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { message } from '../../../../shared/messages/make-message.js'
import { sameMessage, type Message } from '../../../../shared/messages/message.js'

const FILLED_INSTEAD = 'orders.filledInstead'

/** The parameters of the note, which only {@link endNote} makes. */
interface LinkedFill {
  readonly filled: LinkedName
  readonly quantity: Quantity
  readonly price: Price | null
  readonly canceled: LinkedName
}

/** Says which linked order filled and which was canceled by that. */
const endNote = (filled: Order, canceled: Order): Message =>
  message(FILLED_INSTEAD, {
    filled: linkedName(filled),
    quantity: filled.filledQuantity,
    price: filled.averageFillPrice,
    canceled: linkedName(canceled),
  } satisfies LinkedFill)

/** Says that an order ended because its time in force did. */
export const expiryNote = ({ timeInForce }: Pick<Order, 'timeInForce'>): Message =>
  message(EXPIRED, { timeInForce })

/** Returns the note that says why an order ended; null for any other note. */
export const endNoteOf = (order: Pick<Order, 'status' | 'note'>): Message | null =>
  linkedEndOf(order) ?? (order.status === 'cancelled' && isExpired(order) ? order.note : null)

/** Returns the note of an order that a linked fill canceled; null for any other note. */
export const linkedEndOf = ({ status, note }: Pick<Order, 'status' | 'note'>): Message | null =>
  status === 'cancelled' && note?.code === FILLED_INSTEAD ? note : null

/** Returns the fill that canceled an order, by its note; null where no linked fill did. */
export function linkedFillOf(order: Pick<Order, 'status' | 'note'>): LinkedFill | null {
  const note = linkedEndOf(order)
  return note === null ? null : (note.params as unknown as LinkedFill)
}

/**
 * Returns the orders, each that the fill of a linked one canceled with a note of it. An order that
 * needs none stays the same object. A note of anything else is kept.
 */
export function withLinkedEnds(orders: readonly Order[]): readonly Order[] {
  const linked = new Map<string, readonly Order[]>()
  for (const order of orders) {
    const link = linkOf(order)
    if (link !== null) linked.set(link, [...(linked.get(link) ?? []), order])
  }
  if (linked.size === 0) return orders
  return orders.map((order) => {
    if (order.note !== null && linkedEndOf(order) === null) return order
    const filled = fillThatCanceled(order, linked.get(linkOf(order) ?? '') ?? [])
    const note = filled === null ? null : endNote(filled, order)
    return note === null || sameMessage(note, order.note) ? order : { ...order, note }
  })
}

/** Returns the orders linked to one whose note changes by what was reported of it. */
export function newLinkedEnds(order: Order, all: () => readonly Order[]): readonly Order[] {
  const link = linkOf(order)
  if (link === null) return []
  const group = all().filter((other) => linkOf(other) === link)
  return withLinkedEnds(group).filter((other, index) => other !== group[index])
}
