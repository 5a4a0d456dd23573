import type { Decimal } from '../decimal.js'
import type { Symbol } from '../ids.js'

export const ASSET_CLASSES = ['stock', 'option', 'futures', 'crypto', 'event'] as const
export type AssetClass = (typeof ASSET_CLASSES)[number]

/** Which orders are accepted: all, only those that close a position, or none. */
export const TRADABLE = ['yes', 'close-only', 'no'] as const
export type Tradable = (typeof TRADABLE)[number]

/** The stored data of an instrument. Ratios are fractions of the position's value (0.5 = 50%). */
export interface Instrument {
  readonly symbol: Symbol
  readonly name: string
  readonly exchange: string
  readonly assetClass: AssetClass
  readonly kind: 'stock' | 'etf' | 'other'
  readonly tradable: Tradable
  readonly shortable: boolean
  readonly fractionable: boolean
  readonly marginable: boolean
  readonly overnight: boolean
  readonly currency: string
  readonly initialMarginLong: Decimal | null
  readonly maintenanceMarginLong: Decimal | null
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
