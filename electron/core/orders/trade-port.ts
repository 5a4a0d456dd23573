import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type {
  ComboChange,
  ComboDraft,
  OrderChange,
  OrderDraft,
} from '../../../shared/domain/orders/order.js'
import type { Combo } from '../../../shared/domain/orders/order-terms.js'
import type { OrderReadsPort } from './order-reads-port.js'
import type { WriteOutcome } from './write-outcome.js'

/**
 * The only interface to Place, Replace and Cancel: only the order service may import this file, and
 * only the provider implements it. Implementations send each call at most once: no retry, no
 * redirect, no resend after a token refresh. They never throw.
 */
export interface TradePort extends OrderReadsPort {
  place(draft: OrderDraft, clientOrderId: ClientOrderId): Promise<WriteOutcome>
  /**
   * Places linked orders in one request: all are accepted, or none. `clientOrderIds`: one for each
   * order, in their order.
   */
  placeCombo(
    combo: ComboDraft,
    clientComboId: string,
    clientOrderIds: readonly ClientOrderId[],
  ): Promise<WriteOutcome>
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
