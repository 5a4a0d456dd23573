import type { Decimal } from '../decimal.js'
import type { Symbol } from '../ids.js'

export const ASSET_CLASSES = ['stock', 'option', 'futures', 'crypto', 'event'] as const
export type AssetClass = (typeof ASSET_CLASSES)[number]

/** Which orders are accepted: all, only those that close a position, or none. */
export const TRADABLE = ['yes', 'close-only', 'no'] as const
export type Tradable = (typeof TRADABLE)[number]

/** What a listed stock is: a share, a fund, or a right to shares. */
export const STOCK_KINDS = ['stock', 'etf', 'preferred', 'warrant', 'units', 'right'] as const
export type StockKind = (typeof STOCK_KINDS)[number]

/** The stored data of an instrument. Ratios are fractions of the position's value (0.5 = 50%). */
export interface Instrument {
  readonly symbol: Symbol
  readonly name: string
  readonly exchange: string
  readonly assetClass: AssetClass
  readonly kind: StockKind | 'other'
  readonly tradable: Tradable
  readonly shortable: boolean
  readonly fractionable: boolean
  readonly marginable: boolean
  readonly overnight: boolean
  readonly currency: string
  readonly initialMarginLong: Decimal | null
  readonly initialMarginShort?: Decimal | null | undefined
  /** The margin of a position that is held beyond the day. */
  readonly maintenanceMarginLong: Decimal | null
  readonly maintenanceMarginShort?: Decimal | null | undefined
  /** The margin of a day's position, as a fraction of its value; absent where not reported. */
  readonly intradayMarginLong?: Decimal | null | undefined
  readonly intradayMarginShort?: Decimal | null | undefined
}

const STOCK_TICK = '0.01'
const SUB_DOLLAR_TICK = '0.0001'

/**
 * Returns the price step of a US stock: a cent from one dollar on, a hundredth of a cent below (SEC
 * rule 612). The provider publishes no tick table for stocks.
 */
export const stockTickText = (belowOneDollar: boolean): string =>
  belowOneDollar ? SUB_DOLLAR_TICK : STOCK_TICK
