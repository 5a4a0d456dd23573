import type { TradeSource } from '../../../../shared/domain/account/journal.js'
import type { Decimal } from '../../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../../shared/domain/time.js'

export type { TradeSource }

interface EventBase {
  readonly id: string
  readonly time: EpochMs
  /** The instrument; the two sides of an event market are two of them. */
  readonly key: string
}

/** A fill, or a settlement: the end of what is held at a price that nobody chose. */
export interface TradeEvent extends EventBase {
  readonly kind: 'trade'
  /** Positive: bought. */
  readonly quantity: Decimal
  readonly price: Decimal
  /** The money of one point of the price for one unit: 100 for an equity option. */
  readonly multiplier: Decimal
  readonly fees: Decimal
  /** Null for what nobody decided on, such as a settlement. */
  readonly source: TradeSource | null
  /**
   * What it is part of: an order of several legs, or a payout for both sides of an event. Absent
   * for a trade of one instrument.
   */
  readonly strategy?: string | undefined
  /** True where its price is a share of a net price, because no record says its own. */
  readonly isAllotted?: boolean | undefined
}

/**
 * Units that came or went without a sale: a transfer, or what was held before the first record.
 * What leaves takes the oldest lots with it and realizes nothing.
 */
export interface DeliveryEvent extends EventBase {
  readonly kind: 'delivery'
  readonly quantity: Decimal
  /** The cost of one unit that came in; null while it is not known. */
  readonly price: Decimal | null
  readonly multiplier: Decimal
}

/** A split: every `from` units became `to`, at the same cost. */
export interface SplitEvent extends EventBase {
  readonly kind: 'split'
  readonly from: Decimal
  readonly to: Decimal
}

/**
 * Option contracts that were exercised or assigned: they end without a gain of their own, and their
 * premium becomes part of the price of the shares, as for taxes in the United States.
 */
export interface ExerciseEvent extends EventBase {
  readonly kind: 'exercise'
  /** Contracts that end: negative for held ones, positive for sold ones. */
  readonly quantity: Decimal
  /** The shares that came in (positive) or went out, and the strike. */
  readonly shares: { readonly key: string; readonly quantity: Decimal; readonly price: Decimal }
}

/** What changes the lots of an account, in order of time. */
export type JournalEvent = TradeEvent | DeliveryEvent | SplitEvent | ExerciseEvent
