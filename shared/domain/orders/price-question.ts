import type { Price } from '../decimal.js'
import type { OrderDraft } from './order.js'
import type { ComboOutcome, TradeOutcome } from './trade-outcome.js'

/** A price that is not current, as the person is shown it; every figure is null without one. */
export interface QuestionedPrice {
  /** The order that is executed at whatever the market is. */
  readonly draft: OrderDraft
  readonly last: Price | null
  readonly bid: Price | null
  readonly ask: Price | null
  /** Time since the price was last confirmed, in ms; null when it never was. */
  readonly ageMs: number | null
}

/**
 * An order was not sent, because a price that it needs is not current. Sent again with `id` as its
 * confirmation, it leaves although its prices are these; once, and within `validMs`.
 */
export interface PriceQuestion {
  readonly outcome: 'price-question'
  readonly id: string
  readonly validMs: number
  readonly prices: readonly QuestionedPrice[]
}

/** The answer to a person's order: what became of it, or a question before it is sent. */
export type OrderReply = TradeOutcome | PriceQuestion
/** The same of linked orders. */
export type ComboReply = ComboOutcome | PriceQuestion

/** True for a question, which means that nothing was sent. */
export const isPriceQuestion = (
  reply: { readonly outcome: string } | PriceQuestion,
): reply is PriceQuestion => reply.outcome === 'price-question'
