import type { Decimal, Money, Price, Quantity } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { EpochMs } from '../time.js'

/** "unknown" where no calendar covers the time: it is never taken for another. */
export const MARKET_SESSIONS = ['pre', 'regular', 'post', 'overnight', 'closed', 'unknown'] as const
export type MarketSession = (typeof MARKET_SESSIONS)[number]
/** A session that the rules of an exchange give. */
export type RuledSession = Exclude<MarketSession, 'unknown'>

/**
 * The figures that only an option has. Greeks are per share of the underlying; implied volatility
 * is a fraction (0.25 = 25%). Null where the provider sent none.
 */
export interface OptionFigures {
  readonly openInterest: Quantity | null
  readonly impliedVolatility: Decimal | null
  readonly delta: Decimal | null
  readonly gamma: Decimal | null
  readonly theta: Decimal | null
  readonly vega: Decimal | null
}

/**
 * The latest known state of one symbol. Every field is the provider's value; null where it sent
 * none.
 */
export interface Quote {
  readonly symbol: Symbol
  readonly last: Price | null
  readonly bid: Price | null
  readonly bidSize: Quantity | null
  readonly ask: Price | null
  readonly askSize: Quantity | null
  readonly open: Price | null
  readonly high: Price | null
  readonly low: Price | null
  readonly previousClose: Price | null
  readonly change: Decimal | null
  /** A fraction: 0.0123 = +1.23%. */
  readonly changeRatio: Decimal | null
  readonly volume: Quantity | null
  readonly turnover: Money | null
  readonly session: MarketSession | null
  /** Options only. */
  readonly option?: OptionFigures | undefined
  /** Exchange time of the newest fact in this quote. */
  readonly time: EpochMs | null
  /** When this client received it, by its own clock; ages are measured from here. */
  readonly receivedAt: EpochMs
  /**
   * The same where no stream carries the symbol, whose quote is read in turns; absent while a
   * stream keeps it up to date.
   */
  readonly polledAt?: EpochMs | undefined
}

export interface DepthLevel {
  readonly price: Price
  readonly size: Quantity
}

/** The book of one symbol: bids from the highest down, asks from the lowest up. */
export interface Depth {
  readonly symbol: Symbol
  readonly bids: readonly DepthLevel[]
  readonly asks: readonly DepthLevel[]
  readonly time: EpochMs | null
  readonly receivedAt: EpochMs
}

/** The taker of a trade: buyer, seller, or unknown. */
export type TickSide = 'buy' | 'sell' | 'none'

/** One trade on the tape. */
export interface Tick {
  readonly symbol: Symbol
  readonly time: EpochMs
  readonly price: Price
  readonly size: Quantity
  readonly side: TickSide
  readonly session: MarketSession | null
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
