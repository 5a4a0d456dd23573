import type { Decimal, Price } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { EpochMs } from '../time.js'

/** The newest trade outside the regular session, and its change from the regular price. */
export interface SessionFigures {
  readonly last: Price
  readonly change: Decimal | null
  /** A fraction: 0.0123 = +1.23%. */
  readonly changeRatio: Decimal | null
  readonly time: EpochMs | null
}

/** The figures of a stock or an ETF that no stream carries; null where the broker sent none. */
export interface SymbolDetails {
  readonly symbol: Symbol
  /** The highest price of the last 52 weeks. */
  readonly yearHigh: Price | null
  /** The lowest price of the last 52 weeks. */
  readonly yearLow: Price | null
  /** Trading before the open or after the close. */
  readonly extended: SessionFigures | null
  readonly overnight: SessionFigures | null
}

/**
 * The prices of a day, oldest first, at equal intervals while there was trading. The day is the
 * newest regular session with trades, or the last 24 hours of a product that trades around the
 * clock.
 */
export interface DayLine {
  readonly symbol: Symbol
  readonly closes: readonly Price[]
}
