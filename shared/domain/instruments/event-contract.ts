import { asPrice, dec, sub, type Decimal, type Price, type Quantity } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { Tradable } from './instrument.js'
import type { DepthLevel } from '../market/quote.js'
import type { EpochMs } from '../time.js'

/** The two sides of an event market: a contract on the outcome that comes true pays one dollar. */
export const EVENT_OUTCOMES = ['yes', 'no'] as const
export type EventOutcome = (typeof EVENT_OUTCOMES)[number]

/** What a contract pays at most, and what both outcomes cost together. */
const ONE = dec('1')
/** The price of the other outcome: an offer of "yes" at p is a bid for "no" at 1 - p. */
export const otherSide = (price: Price): Price => asPrice(sub<Decimal>(ONE, price))

export interface EventCategory {
  readonly categoryId: number
  readonly code: string
  readonly name: string
}

/** How often a series has a new event; null where the provider says something new. */
export const EVENT_FREQUENCIES = [
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'annual',
  'one-off',
  'custom',
] as const
export type EventFrequency = (typeof EVENT_FREQUENCIES)[number]

export interface EventSeries {
  readonly seriesId: string
  readonly symbol: Symbol
  readonly name: string
  /** The provider's word for the category; an open set. */
  readonly category: string
  readonly frequency: EventFrequency | null
}

/** Something that will turn out one way or another; its markets are the questions about it. */
export interface EventInfo {
  readonly seriesId: string
  readonly symbol: Symbol
  readonly name: string
  readonly shortName: string | null
  readonly status: 'active' | 'inactive' | 'unknown'
  /** As the provider writes it. */
  readonly strikeDate: string | null
  readonly strikePeriod: string | null
  /** At most one of its markets ends with "yes". */
  readonly mutuallyExclusive: boolean
}

/** Prices from `start` to `end` move in steps of `step`, all in dollars. */
export interface PriceRange {
  readonly start: Price
  readonly end: Price
  readonly step: Price
}

/** One question that can be traded. Dates are the provider's, yyyy-MM-dd or a time. */
export interface EventMarket {
  readonly assetClass: 'event'
  readonly symbol: Symbol
  readonly instrumentId: string
  readonly name: string
  readonly seriesSymbol: Symbol | null
  readonly eventSymbol: Symbol | null
  readonly eventName: string | null
  readonly yesCondition: string | null
  readonly listing: 'listed' | 'delisted' | 'unknown'
  readonly tradable: Tradable
  readonly canCloseEarly: boolean
  readonly fractionable: boolean
  readonly lastTradingDate: string | null
  readonly expectedExpiration: string | null
  readonly latestExpiration: string | null
  readonly payoutDate: string | null
  readonly priceRanges: readonly PriceRange[]
}

/** The latest of one event market, both outcomes. */
export interface EventSnapshot {
  readonly symbol: Symbol
  readonly name: string | null
  /** Of a "yes" contract. */
  readonly last: Price | null
  readonly volume: Quantity | null
  readonly openInterest: Quantity | null
  readonly yesBid: Price | null
  readonly yesBidSize: Quantity | null
  readonly yesAsk: Price | null
  readonly yesAskSize: Quantity | null
  readonly noBid: Price | null
  readonly noBidSize: Quantity | null
  readonly noAsk: Price | null
  readonly noAskSize: Quantity | null
  readonly time: EpochMs | null
  readonly receivedAt: EpochMs
}

/** The books of both outcomes, best first. */
export interface EventDepth {
  readonly symbol: Symbol
  readonly yesBids: readonly DepthLevel[]
  readonly yesAsks: readonly DepthLevel[]
  readonly noBids: readonly DepthLevel[]
  readonly noAsks: readonly DepthLevel[]
  readonly time: EpochMs | null
  readonly receivedAt: EpochMs
}

/**
 * One trade of an event market; `taker` is the outcome that was bought by who crossed the spread,
 * null where it is not told.
 */
export interface EventTick {
  readonly symbol: Symbol
  readonly time: EpochMs
  readonly yesPrice: Price
  readonly noPrice: Price
  readonly size: Quantity
  readonly taker: EventOutcome | null
  readonly tradeId: string | null
}
