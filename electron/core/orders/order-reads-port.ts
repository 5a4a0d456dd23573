import type { Money } from '../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ProviderFailure } from '../provider-failure.js'
import type { OrderObservation } from './order-observation.js'

export interface OrderPage {
  readonly orders: readonly OrderObservation[]
  /** Opaque; null on the last page. */
  readonly cursor: string | null
}

/** The provider's estimate; advisory only. */
export interface OrderEstimate {
  readonly cost: Money
  readonly fees: Money
  readonly currency: string
}

/**
 * What Order Detail says: the one source that can prove absence, and only when asked repeatedly
 * (safety 7).
 */
export type DetailAnswer =
  | { readonly seen: 'found'; readonly observation: OrderObservation }
  | { readonly seen: 'absent' }

/** Which requests may overtake: settling an uncertain order goes before polling a working one. */
export type ReadPriority = 'settle' | 'watch'

/**
 * Questions about orders. None of them changes anything at the provider, so every room of the core
 * may ask.
 * Implementations keep to the provider's rate limits (2 requests per 2 s on each of detail, open
 * orders and history) and serve
 * `settle` before `watch`.
 */
export interface OrderReadsPort {
  preview(
    draft: OrderDraft,
    clientOrderId: ClientOrderId,
  ): Promise<Result<OrderEstimate, ProviderFailure>>
  /**
   * `absent` only for the provider's own "no such order" (an empty group or ORDER_NOT_FOUND), never
   * for a failure.
   */
  detail(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    priority: ReadPriority,
  ): Promise<Result<DetailAnswer, ProviderFailure>>
  /** One page of the open orders; may lag behind detail. `cursor` null asks for the first. */
  openOrders(
    accountId: AccountId,
    cursor: string | null,
  ): Promise<Result<OrderPage, ProviderFailure>>
  /**
   * One page of the order history, newest first; may lag. Null bounds take the provider's default
   * (7 days back).
   */
  history(
    accountId: AccountId,
    range: { readonly from: EpochMs | null; readonly to: EpochMs | null },
    cursor: string | null,
  ): Promise<Result<OrderPage, ProviderFailure>>
}
