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
  /** How many rows of the page could not be read: orders that may be working. */
  readonly unreadable: number
}

/** The provider's estimate; advisory only. */
export interface OrderEstimate {
  readonly cost: Money
  readonly fees: Money
  readonly currency: string
}

/**
 * An answer of Order Detail: the only source that can prove absence, and only by repeated answers
 * (REL-31).
 */
export type DetailAnswer =
  | { readonly seen: 'found'; readonly observation: OrderObservation }
  | { readonly seen: 'absent' }

/**
 * Priority of a query: settling an uncertain order precedes reading what a gap in the events may
 * have hidden (`catch-up`), and both precede polling a working order.
 */
export type ReadPriority = 'settle' | 'catch-up' | 'watch'

/**
 * Queries about orders. None of them changes anything at the provider, so every part of core may
 * use them. Implementations respect the provider's rate limits (2 requests per 2 s each for detail,
 * open orders and history) and serve `settle` before
 * `catch-up` and `watch`.
 */
export interface OrderReadsPort {
  preview(
    draft: OrderDraft,
    clientOrderId: ClientOrderId,
  ): Promise<Result<OrderEstimate, ProviderFailure>>
  /**
   * Queries one order. `absent` means the provider's own "no such order" (an empty group or
   * ORDER_NOT_FOUND), never a failure.
   */
  detail(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    priority: ReadPriority,
  ): Promise<Result<DetailAnswer, ProviderFailure>>
  /**
   * Returns one page of the open orders; it may lag behind detail. A null `cursor` requests the
   * first page. With `isProof` no larger pages are tried, so that the list ends by the provider's
   * own cursor (REL-44).
   */
  openOrders(
    accountId: AccountId,
    cursor: string | null,
    priority: ReadPriority,
    isProof?: boolean,
  ): Promise<Result<OrderPage, ProviderFailure>>
  /**
   * Returns one page of the order history, newest first; it may lag. Null bounds use the provider's
   * default (the last 7 days). Without a `priority` it is the query of a person.
   */
  history(
    accountId: AccountId,
    range: { readonly from: EpochMs | null; readonly to: EpochMs | null },
    cursor: string | null,
    priority?: ReadPriority,
  ): Promise<Result<OrderPage, ProviderFailure>>
}
