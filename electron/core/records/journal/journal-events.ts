import type { Decimal } from '../../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../../shared/domain/time.js'

/** Who decided on a trade: the person, an assistant (by its name), or not known. */
export interface TradeSource {
  readonly kind: 'hand' | 'assistant' | 'elsewhere'
  readonly name: string | null
}

interface EventBase {
  readonly id: string
  readonly time: EpochMs
  /** The instrument; the two sides of an event market are two of them. */
  readonly key: string
}

/** A fill. */
export interface TradeEvent extends EventBase {
  readonly kind: 'trade'
  /** Positive: bought. */
  readonly quantity: Decimal
  readonly price: Decimal
  /** The money of one point of the price for one unit: 100 for an equity option. */
  readonly multiplier: Decimal
  readonly fees: Decimal
  readonly source: TradeSource
}

/**
 * Units that came or went without a sale: a transfer, or shares of an exercised option. What leaves
 * takes the oldest lots with it and realizes nothing.
 */
export interface DeliveryEvent extends EventBase {
  readonly kind: 'delivery'
  readonly quantity: Decimal
  /** The cost of one unit that came in. */
  readonly price: Decimal
  readonly multiplier: Decimal
}

/** A split: every `from` units became `to`, at the same cost. */
export interface SplitEvent extends EventBase {
  readonly kind: 'split'
  readonly from: Decimal
  readonly to: Decimal
}

/** What changes the lots of an account, in order of time. */
export type JournalEvent = TradeEvent | DeliveryEvent | SplitEvent
