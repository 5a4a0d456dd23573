import type { TradeOutcome } from '../../../../shared/ipc/contract.js'
import type { Reply } from '../../../../shared/ipc/envelope.js'
import type { AppError } from '../../../../shared/ipc/errors.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isUncertain } from '../../../../shared/domain/orders/order-state.js'

/** What became of one intention, as far as this page knows. */
export type Outcome =
  | { readonly kind: 'sending' }
  | { readonly kind: 'acknowledged'; readonly order: Order }
  | {
      readonly kind: 'rejected'
      readonly order: Order | null
      readonly code: string
      readonly reason: string
    }
  | { readonly kind: 'denied'; readonly reasons: readonly string[] }
  /**
   * It may or may not stand at the exchange; `order` is null when even this desk's record did not
   * come back.
   */
  | { readonly kind: 'unknown'; readonly order: Order | null }
  /** It certainly did not leave. */
  | { readonly kind: 'failed'; readonly error: AppError }

/** One intention and its outcome; the draft is kept to show what was asked. */
export interface Sent {
  readonly ticket: string
  readonly draft: OrderDraft
  readonly outcome: Outcome
}

/**
 * The truth about a reply. An error is only "not sent" when it says so itself: anything doubtful is
 * unknown, because a false
 * "not sent" invites a second order (architecture section 4).
 */
export function outcomeOf(reply: Reply<TradeOutcome>): Outcome {
  if (!reply.ok) {
    const certain = reply.error.order !== 'may-exist' && reply.error.class !== 'ambiguous'
    return certain ? { kind: 'failed', error: reply.error } : { kind: 'unknown', order: null }
  }
  const { value } = reply
  switch (value.outcome) {
    case 'acknowledged':
      return { kind: 'acknowledged', order: value.order }
    case 'rejected':
      return { kind: 'rejected', order: value.order, code: value.code, reason: value.reason }
    case 'denied':
      return { kind: 'denied', reasons: value.reasons }
    case 'unknown':
      return { kind: 'unknown', order: value.order }
  }
}

/**
 * Whether another order for the same symbol has to wait: while one is on its way, and while the
 * fate of one is unknown.
 * `known` is the newest the order stream says of it.
 */
export function isOpen(outcome: Outcome | null, known: Order | undefined): boolean {
  if (outcome === null) return false
  if (outcome.kind === 'sending') return true
  if (outcome.kind !== 'unknown') return false
  const status = known?.status ?? outcome.order?.status
  return status === undefined || isUncertain(status)
}
