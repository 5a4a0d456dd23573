import { isFinal } from '../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../shared/domain/orders/order.js'

export const ORDER_FILTERS = ['working', 'done', 'all'] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

/**
 * Returns whether an order matches a filter. Uncertain orders count as working, since they may
 * still need the person. A search text is a symbol, or the full id of one order.
 */
export const matches = (order: Order, filter: OrderFilter, search: string): boolean =>
  (filter === 'all' || isFinal(order.status) === (filter === 'done')) &&
  (`${order.symbol}`.toLowerCase().includes(search.trim().toLowerCase()) ||
    order.clientOrderId === search.trim())

/**
 * Merges live orders and loaded history into one list; where both have an order the live one is
 * newer.
 */
export function mergeOrders(live: readonly Order[], history: readonly Order[]): readonly Order[] {
  if (history.length === 0) return live
  const known = new Set(live.map((order) => order.clientOrderId))
  return [...live, ...history.filter((order) => !known.has(order.clientOrderId))]
}

/**
 * Returns whether the order may be changed now: at the exchange, with no other change in flight.
 */
export const isChangeable = (order: Order): boolean =>
  ['pending', 'working', 'partially-filled'].includes(order.status) && order.pending === null
