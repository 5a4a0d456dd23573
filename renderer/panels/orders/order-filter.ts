import { isFinal } from '../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../shared/domain/orders/order.js'

export const ORDER_FILTERS = ['working', 'done', 'all'] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

/**
 * Whether an order belongs to a filter. What is uncertain counts as working: it may still need the
 * person. A search names a symbol, or one order by its whole id.
 */
export const matches = (order: Order, filter: OrderFilter, search: string): boolean =>
  (filter === 'all' || isFinal(order.status) === (filter === 'done')) &&
  (`${order.symbol}`.toLowerCase().includes(search.trim().toLowerCase()) ||
    order.clientOrderId === search.trim())

/** Live orders and loaded history as one list; where both know an order the live one is newer. */
export function mergeOrders(live: readonly Order[], history: readonly Order[]): readonly Order[] {
  if (history.length === 0) return live
  const known = new Set(live.map((order) => order.clientOrderId))
  return [...live, ...history.filter((order) => !known.has(order.clientOrderId))]
}

/** May be changed now: at the exchange, with no other change on its way. */
export const isChangeable = (order: Order): boolean =>
  ['pending', 'working', 'partially-filled'].includes(order.status) && order.pending === null
