import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { linkOf } from '../../../../shared/domain/orders/combo-rules.js'
import type { Order } from '../../../../shared/domain/orders/order.js'

/**
 * Returns the ids with those of the orders that are linked to them. An instruction holds the id of
 * the first order that it placed; the orders linked to it belong to the same connection.
 *
 * @param placed the ids of orders that instructions placed; of others only a main order has links,
 *   because the orders beside a changed exit remain the person's own
 */
export function withLinked(
  ids: ReadonlySet<ClientOrderId>,
  orders: readonly Order[],
  placed: ReadonlySet<ClientOrderId>,
): ReadonlySet<ClientOrderId> {
  const links = new Set<string>()
  for (const order of orders) {
    const link = ids.has(order.clientOrderId) ? linkOf(order) : null
    const isFirst = order.terms?.combo?.role === 'master' || placed.has(order.clientOrderId)
    if (link !== null && isFirst) links.add(link)
  }
  if (links.size === 0) return ids
  const linked = orders.filter((order) => links.has(linkOf(order) ?? ''))
  return new Set([...ids, ...linked.map(({ clientOrderId }) => clientOrderId)])
}
