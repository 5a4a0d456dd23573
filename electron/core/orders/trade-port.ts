import type { AccountId, ClientOrderId, OrderId } from '../../../shared/domain/ids.js'
import type { ComboChange, OrderChange, OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Combo } from '../../../shared/domain/orders/order-terms.js'
import type { OrderReadsPort } from './order-reads-port.js'

/**
 * The outcome of one write. Only listed answers of the provider are definitive; timeouts, resets,
 * 5xx, unreadable 2xx and 429 without its published code are `unknown` (REL-30).
 *
 * - acknowledged: the provider accepted it
 * - repeated: the provider refused this client order id as already used, so the first attempt had
 *   arrived (place only)
 * - rejected: the provider refused it; nothing was placed or changed
 * - not-sent: no byte of the request left this computer (no token, no rate-limit budget, connection
 *   refused before sending)
 * - unknown: anything else
 */
export type WriteOutcome =
  | { readonly outcome: 'acknowledged'; readonly orderId: OrderId | null }
  | { readonly outcome: 'repeated' }
  | { readonly outcome: 'rejected'; readonly code: string; readonly reason: string }
  | { readonly outcome: 'not-sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string }

/**
 * The only interface to Place, Replace and Cancel: only the order service may import this file, and
 * only the provider implements it. Implementations send each call at most once: no retry, no
 * redirect, no resend after a token refresh. They never throw.
 */
export interface TradePort extends OrderReadsPort {
  place(draft: OrderDraft, clientOrderId: ClientOrderId): Promise<WriteOutcome>
  /**
   * Replaces an order. `group`: for an order of a combination, the combination and its other
   * members that change in the same request (all or none).
   */
  replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    group?: ComboChange,
  ): Promise<WriteOutcome>
  cancel(accountId: AccountId, clientOrderId: ClientOrderId, combo?: Combo): Promise<WriteOutcome>
}
