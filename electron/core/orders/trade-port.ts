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

export interface ReplaceOptions {
  /**
   * For an order of a combination: the combination and its other members that change in the same
   * request (all or none).
   */
  readonly group?: ComboChange | undefined
  /** Asked when the request is about to leave, after any wait; false: it is not sent. */
  readonly maySend?: () => boolean
}

/**
 * The only interface to Place, Replace and Cancel: only the order service may import this file, and
 * only the provider implements it. Implementations send each call at most once: no retry, no
 * redirect, no resend after a token refresh; only a cancel whose token was refused goes again with
 * a new one. They never throw.
 */
export interface TradePort extends OrderReadsPort {
  /**
   * @param maySend asked when the request is about to leave, after any wait; false: it is not sent
   */
  place(
    draft: OrderDraft,
    clientOrderId: ClientOrderId,
    maySend?: () => boolean,
  ): Promise<WriteOutcome>
  /**
   * Places linked orders in one request: all are accepted, or none. `clientOrderIds`: one for each
   * order, in their order.
   */
  placeCombo(
    combo: ComboDraft,
    clientComboId: string,
    clientOrderIds: readonly ClientOrderId[],
    maySend?: () => boolean,
  ): Promise<WriteOutcome>
  /** Replaces an order. */
  replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    options?: ReplaceOptions,
  ): Promise<WriteOutcome>
  cancel(accountId: AccountId, clientOrderId: ClientOrderId, combo?: Combo): Promise<WriteOutcome>
}
