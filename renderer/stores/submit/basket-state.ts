import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { SubmitOutcome } from './submit-order.js'

/**
 * How the orders of the basket are sent: each by itself, or in one request as linked orders, where
 * the first may trigger the others and one fill may cancel the others.
 */
export const BASKET_MODES = ['separate', 'oco', 'oto', 'otoco'] as const
export type BasketMode = (typeof BASKET_MODES)[number]

/** A prepared order. `outcome` is null until it is sent. */
export interface BasketEntry {
  readonly id: number
  readonly draft: OrderDraft
  readonly outcome: SubmitOutcome | null
  /** The ticket under which main received it last; null before. */
  readonly ticket: string | null
}

export interface BasketState {
  readonly entries: readonly BasketEntry[]
  readonly mode: BasketMode
}
