import { asPrice, dec, sub, type Decimal, type Price, type Quantity } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { Tradable } from './instrument.js'
import type { EpochMs } from '../time.js'

/** The two sides of an event market: a contract on the outcome that occurs pays one dollar. */
export const EVENT_OUTCOMES = ['yes', 'no'] as const
export type EventOutcome = (typeof EVENT_OUTCOMES)[number]

/** The payout of a contract, and the price of both outcomes together. */
const ONE = dec('1')
/** Returns the price of the other outcome: an offer of "yes" at p is a bid for "no" at 1 - p. */
export const otherSide = (price: Price): Price => asPrice(sub<Decimal>(ONE, price))

export interface EventCategory {
  readonly categoryId: number
  readonly code: string
  readonly name: string
}

/** How often a series has a new event; null for a value that is not in the list. */
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
  /** The provider's name of the category; an open set. */
  readonly category: string
  readonly frequency: EventFrequency | null
}

/** An event with several possible outcomes; each of its markets is one question about it. */
export interface EventInfo {
  readonly seriesId: string
  readonly symbol: Symbol
  readonly name: string
  readonly shortName: string | null
  readonly status: 'active' | 'inactive' | 'unknown'
  /** The provider's own text. */
  readonly strikeDate: string | null
  readonly strikePeriod: string | null
  /** True when at most one of its markets can end with "yes". */
  readonly mutuallyExclusive: boolean
}

/** Prices from `start` to `end` move in steps of `step`, all in dollars. */
export interface PriceRange {
  readonly start: Price
  readonly end: Price
  readonly step: Price
}

/** One tradable question. Dates are the provider's: yyyy-MM-dd or a time. */
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

/** The latest state of one event market, both outcomes. */
export interface EventSnapshot {
  readonly symbol: Symbol
  readonly name: string | null
  /** The last price of a "yes" contract. */
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

/**
 * One trade of an event market; `taker` is the outcome that the taker bought, null when unknown.
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
