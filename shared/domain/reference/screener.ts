import type { Decimal, Money, Price, Quantity } from '../decimal.js'
import type { Symbol } from '../ids.js'

/**
 * One stock of a ranking. Ratios are fractions (0.0123 = 1.23%); members that the account has no
 * right to see are null.
 */
export interface ScreenerRow {
  readonly symbol: Symbol
  readonly name: string | null
  readonly exchange: string | null
  readonly currency: string | null
  readonly last: Price | null
  readonly open: Price | null
  readonly high: Price | null
  readonly low: Price | null
  readonly previousClose: Price | null
  readonly change: Decimal | null
  readonly changeRatio: Decimal | null
  readonly volume: Quantity | null
  /** Today's volume relative to the ten-day average. */
  readonly relativeVolume: Decimal | null
  readonly turnover: Money | null
  readonly turnoverRatio: Decimal | null
  readonly marketValue: Money | null
  readonly amplitude: Decimal | null
  readonly priceToEarnings: Decimal | null
  /** High-dividend lists only. */
  readonly dividendYield: Decimal | null
  readonly dividend: Money | null
  readonly exDate: string | null
  /** 52-week lists only. */
  readonly price52w: Price | null
  readonly changeRatio52w: Decimal | null
}

/** A sector of the market and its leading stocks. */
export interface MarketSector {
  readonly sectorId: string
  readonly name: string | null
  readonly changeRatio: Decimal | null
  readonly volume: Quantity | null
  readonly marketValue: Money | null
  readonly advanced: Decimal
  readonly declined: Decimal
  readonly flat: Decimal
  readonly leaders: readonly { readonly symbol: Symbol; readonly name: string | null }[]
}
