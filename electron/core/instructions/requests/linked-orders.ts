import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { linkOf } from '../../../../shared/domain/orders/combo-rules.js'
import type { Order } from '../../../../shared/domain/orders/order.js'

/**
 * Returns the ids with those of the orders that are linked to them. An instruction holds the id of
 * its entry only; the exits belong to the same connection.
 */
export function withLinked(
  ids: ReadonlySet<ClientOrderId>,
  orders: readonly Order[],
): ReadonlySet<ClientOrderId> {
  const links = new Set<string>()
  for (const order of orders) {
    const link = ids.has(order.clientOrderId) ? linkOf(order) : null
    if (link !== null && order.terms?.combo?.role === 'master') links.add(link)
  }
  if (links.size === 0) return ids
  const linked = orders.filter((order) => links.has(linkOf(order) ?? ''))
  return new Set([...ids, ...linked.map(({ clientOrderId }) => clientOrderId)])
}
