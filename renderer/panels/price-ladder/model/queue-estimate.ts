import {
  eq,
  gt,
  minOf,
  sub,
  ZERO_QUANTITY,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'

/** The facts about a limit order in the book that the estimate needs. */
export interface QueuedOrder {
  readonly price: Price
  /** All units of the order, filled ones included. */
  readonly quantity: Quantity
  readonly filled: Quantity
}

/**
 * The estimated place of an order in the queue of its price. It assumes priority by price and then
 * by time, and that whoever leaves the queue was behind the order: so the estimate is rather too
 * large than too small.
 */
export interface QueuePlace {
  readonly price: Price
  readonly quantity: Quantity
  /** The filled units when the order took this place. */
  readonly filled: Quantity
  /** Units before the order; null while the book has not shown this price. */
  readonly ahead: Quantity | null
}

/**
 * Returns the place of an order, given the one before (null for none) and the size that the book
 * shows at its price (null beyond the levels of the book).
 *
 * An order begins behind all that is shown when it is first seen. It is never behind more than is
 * shown now. A new price, and a larger size, is the end of the queue again. A fill means that
 * nothing is before it.
 */
export function queuePlace(
  before: QueuePlace | null,
  order: QueuedOrder,
  visibleSize: Quantity | null,
): QueuePlace {
  const isInPlace =
    before !== null && eq(before.price, order.price) && !gt(order.quantity, before.quantity)
  if (!isInPlace) return { ...order, ahead: visibleSize }
  const ahead = gt(order.filled, before.filled)
    ? ZERO_QUANTITY
    : before.ahead === null
      ? visibleSize
      : visibleSize === null
        ? before.ahead
        : minOf(before.ahead, visibleSize)
  return { ...before, quantity: order.quantity, ahead }
}

/** Returns the place after a trade at a price: those who traded were before the order. */
export function afterTrade(place: QueuePlace, price: Price, size: Quantity): QueuePlace {
  if (place.ahead === null || !eq(place.price, price)) return place
  return { ...place, ahead: gt(place.ahead, size) ? sub(place.ahead, size) : ZERO_QUANTITY }
}
