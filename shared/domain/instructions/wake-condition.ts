import type { Decimal, Price } from '../decimal.js'
import type { AccountId, ClientOrderId, Symbol, TradingSymbol } from '../ids.js'
import type { EpochMs } from '../time.js'

/** The comparisons of a price with a level. `crosses`: from the side that it is on now. */
export const PRICE_COMPARISONS = ['above', 'below', 'crosses'] as const
export type PriceComparison = (typeof PRICE_COMPARISONS)[number]

/**
 * What wakes a waiting instruction. A level itself counts as reached. Times are the exchange's.
 * `startedBelow`: the side of the level on which the price was at the request.
 */
export type WakeCondition =
  | {
      readonly kind: 'price'
      readonly symbol: Symbol
      readonly when: PriceComparison
      readonly price: Price
      readonly startedBelow: boolean
    }
  /** `ratio` is the change from the previous close: 0.02 is +2%. */
  | {
      readonly kind: 'change'
      readonly symbol: Symbol
      readonly when: 'above' | 'below'
      readonly ratio: Decimal
    }
  | { readonly kind: 'time'; readonly time: EpochMs }
  | {
      readonly kind: 'order'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
      readonly symbol: TradingSymbol
      readonly when: 'filled' | 'ended'
    }
  /** The person's alert fired; `seen` says by what, in English. No request can name it. */
  | { readonly kind: 'alert'; readonly seen: string }
