import { EXPIRED } from '../../../shared/domain/market/time-in-force-end.js'
import { isFinal, type OrderStatus } from '../../../shared/domain/orders/order-state.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/orders/order.js'

export const ORDER_FILTERS = ['working', 'done', 'all'] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

/** Which orders are shown. */
export interface OrderCriteria {
  readonly filter: OrderFilter
  /** Null for every account. */
  readonly account: AccountId | null
  /** A part of a symbol, or the full id of one order. */
  readonly search: string
}

/**
 * Returns whether an order matches. Uncertain orders count as working, since they may still need
 * the person.
 */
export const matches = (order: Order, { filter, account, search }: OrderCriteria): boolean =>
  (filter === 'all' || isFinal(order.status) === (filter === 'done')) &&
  (account === null || order.accountId === account) &&
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

const NOT_CARRIED_OUT: readonly OrderStatus[] = ['rejected', 'denied', 'not-placed', 'not-found']

/** The note of an order that the fill of a linked one canceled. */
const LINKED_END = 'orders.filledInstead'

/** Returns whether the order was not carried out and says why; its row shows the reason. */
export const hasReason = ({ note, status }: Order): boolean =>
  note !== null &&
  (NOT_CARRIED_OUT.includes(status) ||
    (status === 'cancelled' && (note.code === LINKED_END || note.code === EXPIRED)))
