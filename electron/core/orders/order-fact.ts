import type { ClientOrderId, OrderId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { OrderObservation } from './order-observation.js'

/**
 * Everything that can be learned about an order, from whatever source, in one shape. The projection
 * is a fold over these.
 */
export type OrderFact =
  /** Journaled: about to be sent. */
  | {
      readonly fact: 'intent'
      readonly clientOrderId: ClientOrderId
      readonly draft: OrderDraft
      readonly at: EpochMs
      readonly placedAt?: EpochMs | undefined
    }
  /** What came back from Place. */
  | {
      readonly fact: 'answer'
      readonly clientOrderId: ClientOrderId
      readonly event: 'acknowledged' | 'refused' | 'outcome-lost' | 'proved-absent'
      readonly orderId: OrderId | null
      readonly note: string | null
      readonly at: EpochMs
    }
  /**
   * A replace or cancel was sent, lost its answer, or ended; `end` says what is known at its end.
   */
  | {
      readonly fact: 'request'
      readonly clientOrderId: ClientOrderId
      readonly kind: 'replace' | 'cancel'
      readonly state: 'sent' | 'unknown'
      readonly at: EpochMs
    }
  | {
      readonly fact: 'request-end'
      readonly clientOrderId: ClientOrderId
      readonly kind: 'replace' | 'cancel'
      readonly note: string | null
      readonly at: EpochMs
    }
  | { readonly fact: 'observed'; readonly observation: OrderObservation }
