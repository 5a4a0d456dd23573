import type { ClientOrderId } from '../ids.js'
import type { Order } from './order.js'
import { isFinal } from './order-state.js'

/** Number of final orders that are retained; older ones are in the history. */
const MAX_FINAL_ORDERS = 500
/**
 * Number of final orders above which the oldest are forgotten: many at a time, so that not each new
 * one sorts all of them.
 */
export const FORGET_ABOVE = 600

/**
 * Returns the final orders to forget, the longest placed first; none while there are only a few too
 * many. Orders that are not final are always retained.
 */
export function ordersToForget(
  orders: readonly Pick<Order, 'clientOrderId' | 'placedAt' | 'status'>[],
): readonly ClientOrderId[] {
  if (orders.length <= FORGET_ABOVE) return []
  const final = orders.filter(({ status }) => isFinal(status))
  if (final.length <= FORGET_ABOVE) return []
  return final
    .toSorted((a, b) => a.placedAt - b.placedAt)
    .slice(0, -MAX_FINAL_ORDERS)
    .map(({ clientOrderId }) => clientOrderId)
}
