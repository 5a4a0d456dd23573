import type { ClientOrderId, OrderId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { Combo } from '../../../shared/domain/orders/order-terms.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { OrderObservation } from './order-observation.js'
import type { Message } from '../../../shared/messages/message.js'

/**
 * One piece of information about an order, from any source. The projection is a fold over these
 * facts.
 */
export type OrderFact =
  /** The intent is journaled and is about to be sent. */
  | {
      readonly fact: 'intent'
      readonly clientOrderId: ClientOrderId
      readonly draft: OrderDraft
      readonly at: EpochMs
      readonly placedAt?: EpochMs | undefined
      /** Its place among linked orders. */
      readonly combo?: Combo | undefined
    }
  /** The outcome of Place. */
  | {
      readonly fact: 'answer'
      readonly clientOrderId: ClientOrderId
      readonly event: 'acknowledged' | 'refused' | 'outcome-lost' | 'proved-absent'
      readonly orderId: OrderId | null
      readonly note: Message | null
      readonly at: EpochMs
    }
  /** A replace or cancel was sent, or its outcome is unknown. The next member reports its end. */
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
      readonly note: Message | null
      readonly at: EpochMs
    }
  /** The order was open when the last run ended, or before a gap; nothing is known of it since. */
  | { readonly fact: 'unreported'; readonly clientOrderId: ClientOrderId }
  /** The provider answers repeatedly that it knows no such order, which was at the provider. */
  | {
      readonly fact: 'vanished'
      readonly clientOrderId: ClientOrderId
      readonly note: Message
      readonly at: EpochMs
    }
  | { readonly fact: 'observed'; readonly observation: OrderObservation }
