import type { AssetClass } from '../instruments/instrument.js'
import { TIMESPANS, type Timespan } from './bar.js'

const without = (missing: readonly Timespan[]): readonly Timespan[] =>
  TIMESPANS.filter((timespan) => !missing.includes(timespan))

const MINUTES = without(['S5', 'S15'])

/**
 * The bars that the broker has of each product (MARKET-1 to MARKET-5): seconds of stocks only, and
 * of event markets none longer than a day.
 */
export const PRODUCT_TIMESPANS: Readonly<Record<AssetClass, readonly Timespan[]>> = {
  stock: TIMESPANS,
  option: MINUTES,
  futures: MINUTES,
  crypto: MINUTES,
  event: without(['S5', 'S15', 'W', 'M', 'Y']),
}
