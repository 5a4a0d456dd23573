import type { Money } from '../decimal.js'
import type { EpochMs } from '../time.js'
import type { Fill, Order } from './order.js'
import type { Message } from '../../messages/message.js'

/** Countersign refused: nothing was sent. */
export interface Denied {
  readonly outcome: 'denied'
  readonly reasons: readonly Message[]
}

/** The outcome of a submission. It is a value, never an exception. */
export type TradeOutcome =
  | { readonly outcome: 'acknowledged'; readonly order: Order }
  /** The provider refused: nothing was placed or changed. */
  | {
      readonly outcome: 'rejected'
      readonly order: Order | null
      readonly code: string
      readonly reason: Message
    }
  | Denied
  /** It may or may not have happened; Countersign is checking. */
  | { readonly outcome: 'unknown'; readonly order: Order }

/**
 * The outcome of linked orders, which the provider accepts or refuses together. `orders`: their
 * rows in the order of the request; an order without a row is absent.
 */
export type ComboOutcome =
  | { readonly outcome: 'acknowledged' | 'unknown'; readonly orders: readonly Order[] }
  | {
      readonly outcome: 'rejected'
      readonly orders: readonly Order[]
      readonly code: string
      readonly reason: Message
    }
  | Denied

/**
 * The estimated cost of an order. `source` says who made the estimate; Countersign makes its own
 * where the provider offers no preview.
 */
export interface OrderPreview {
  readonly cost: Money
  readonly fees: Money
  readonly currency: string
  readonly asOf: EpochMs
  readonly source: 'provider' | 'countersign'
}

/** A page of past orders and fills. `cursor` requests the next one; null after the last. */
export interface OrderHistoryPage {
  readonly orders: readonly Order[]
  readonly fills: readonly Fill[]
  readonly cursor: string | null
}

/** The fields of an order that a limit may be about. */
export const FAULT_FIELDS = ['size', 'limitPrice'] as const
export type FaultField = (typeof FAULT_FIELDS)[number]

/** Why an order would be refused by a limit before it is sent. */
export interface OrderFault {
  /** The code of the denial, as the answer to the sent order would carry it. */
  readonly code: string
  readonly message: Message
  /** The field to change; null where no field would help. */
  readonly field: FaultField | null
}
