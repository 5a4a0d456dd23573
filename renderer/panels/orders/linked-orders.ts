import { linkOf } from '../../../shared/domain/orders/combo-rules.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'

/**
 * Returns the keys of the linked orders whose main order can still fill, sorted: until it has, the
 * others wait.
 */
export const openMainOrders = (orders: readonly Order[]): readonly string[] =>
  orders
    .filter(({ status, terms }) => terms?.combo?.role === 'master' && !isFinal(status))
    .flatMap((order) => linkOf(order) ?? [])
    .toSorted()

/** True when an order begins to work only after its main order. */
export function waitsForMain(order: Order, openMains: ReadonlySet<string>): boolean {
  const link = linkOf(order)
  if (link === null || order.terms?.combo?.role === 'master') return false
  return !isFinal(order.status) && openMains.has(link)
}
