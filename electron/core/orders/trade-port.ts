import type { AccountId, ClientOrderId, OrderId } from '../../../shared/domain/ids.js'
import type { ComboChange, OrderChange, OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Combo } from '../../../shared/domain/orders/order-terms.js'
import type { OrderReadsPort } from './order-reads-port.js'

/**
 * What came of one write. Only an explicit table of the provider's answers is definitive; timeouts,
 * resets, 5xx, unparsable
 * 2xx and 429 without proof are `unknown` (safety 7).
 *
 * - acknowledged: the provider took it
 * - repeated: the provider refused this client order id as already used, so the first attempt had
 *   arrived (place only)
 * - rejected: the provider said no; nothing was placed or changed
 * - not-sent: proved that no byte of the request left this computer (no token, no budget,
 *   connection refused before sending)
 * - unknown: anything else
 */
export type WriteOutcome =
  | { readonly outcome: 'acknowledged'; readonly orderId: OrderId | null }
  | { readonly outcome: 'repeated' }
  | { readonly outcome: 'rejected'; readonly code: string; readonly reason: string }
  | { readonly outcome: 'not-sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string }

/**
 * The only way to Place, Replace and Cancel: only the order desk may import this file, and only the
 * provider implements it.
 * Implementations send each call at most once: no retry, no redirect, no replay after a token
 * refresh. They never throw.
 */
export interface TradePort extends OrderReadsPort {
  place(draft: OrderDraft, clientOrderId: ClientOrderId): Promise<WriteOutcome>
  /**
   * `group`: of an order of a combination, which is named by the combination, together with what
   * changes in it at once (all or none).
   */
  replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    group?: ComboChange,
  ): Promise<WriteOutcome>
  cancel(accountId: AccountId, clientOrderId: ClientOrderId, combo?: Combo): Promise<WriteOutcome>
}
