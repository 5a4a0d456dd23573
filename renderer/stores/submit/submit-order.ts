import type { Message } from '../../../shared/messages/message.js'
import type { ComboOutcome, TradeOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { ComboDraft, Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { isUncertain } from '../../../shared/domain/orders/order-state.js'

/** The outcome of one intention, as far as this page knows. */
export type SubmitOutcome =
  /** `isQuestioned`: nothing was sent yet, because the person is asked about a price. */
  | { readonly kind: 'sending'; readonly isQuestioned?: boolean }
  | { readonly kind: 'acknowledged'; readonly order: Order }
  | {
      readonly kind: 'rejected'
      readonly order: Order | null
      readonly code: string
      readonly reason: Message
    }
  | { readonly kind: 'denied'; readonly reasons: readonly Message[] }
  /**
   * The order may or may not exist at the exchange; `order` is null when not even Countersign's own
   * record was returned.
   */
  | { readonly kind: 'unknown'; readonly order: Order | null }
  /** The order was certainly not sent. */
  | { readonly kind: 'failed'; readonly error: AppError }

/** An order of the ticket: alone, or with the exits that are sent in the same request. */
export interface TicketOrder {
  readonly draft: OrderDraft
  /** `draft` and its exits; null for an order alone. */
  readonly combo: ComboDraft | null
}

/** One intention and its outcome; the order is stored to show what was requested. */
export interface Sent extends TicketOrder {
  readonly ticket: string
  readonly outcome: SubmitOutcome
}

/**
 * Returns the outcome of a reply. An error means "not sent" only when it says so; anything else is
 * unknown, because a wrong "not sent" invites a second order.
 */
export function outcomeOf(reply: Result<TradeOutcome | ComboOutcome, AppError>): SubmitOutcome {
  if (!reply.ok) {
    const certain = reply.error.order !== 'may-exist' && reply.error.class !== 'ambiguous'
    return certain ? { kind: 'failed', error: reply.error } : { kind: 'unknown', order: null }
  }
  const { value } = reply
  switch (value.outcome) {
    case 'acknowledged': {
      const order = firstOrder(value)
      return order === null ? { kind: 'unknown', order } : { kind: 'acknowledged', order }
    }
    case 'rejected':
      return { kind: 'rejected', order: firstOrder(value), code: value.code, reason: value.reason }
    case 'denied':
      return { kind: 'denied', reasons: value.reasons }
    case 'unknown':
      return { kind: 'unknown', order: firstOrder(value) }
  }
}

/** Returns the ids of the orders that exist, or may exist, because of a reply. */
export function ordersOf(
  reply: Result<TradeOutcome | ComboOutcome, AppError>,
): readonly ClientOrderId[] {
  if (!reply.ok) return []
  const { value } = reply
  const orders = 'orders' in value ? value.orders : 'order' in value ? [value.order] : []
  return orders.flatMap((order) => (order === null ? [] : [order.clientOrderId]))
}

/**
 * Returns the outcome of each of several linked orders, in the order of the request. They are
 * accepted or refused together; each has an order of its own.
 */
export function outcomesOf(
  reply: Result<ComboOutcome, AppError>,
  count: number,
): readonly SubmitOutcome[] {
  const orders = reply.ok && 'orders' in reply.value ? reply.value.orders : []
  const common = outcomeOf(reply)
  return Array.from({ length: count }, (_, index): SubmitOutcome => {
    const order = orders[index]
    const hasOrder = common.kind !== 'denied' && common.kind !== 'failed' && 'order' in common
    return hasOrder && order !== undefined ? { ...common, order } : common
  })
}

/** Linked orders are accepted or refused together: the first stands for all of them. */
const firstOrder = (
  outcome: { readonly order: Order | null } | { readonly orders: readonly Order[] },
): Order | null => ('orders' in outcome ? (outcome.orders[0] ?? null) : outcome.order)

/**
 * Returns whether another order for the same symbol must wait: while one is being sent, and while
 * the outcome of one is unknown. `known` is the newest report from the order stream.
 */
export function isOpen(outcome: SubmitOutcome | null, known: Order | undefined): boolean {
  if (outcome === null) return false
  if (outcome.kind === 'sending') return true
  if (outcome.kind !== 'unknown') return false
  const status = known?.status ?? outcome.order?.status
  return status === undefined || isUncertain(status)
}
