import type { EpochMs } from '../../../../shared/domain/time.js'
import type { PriceUnits, Scale, SizeUnits } from '../../model/units.js'
import type { PriceGrid } from '../math/price-grid.js'
import type { ProfileShape } from '../calendar/intraday-profile.js'

/** What simulating the tape of one symbol needs to know of it, whatever its product. */
export interface Security {
  readonly symbol: string
  readonly scale: Scale
  readonly grid: PriceGrid
  /** The smallest amount that changes hands, in size units: the tape counts in these. */
  readonly unit: SizeUnits
  /**
   * What counts as a round size, in units of the tape; 0 where the price decides, as with stock.
   */
  readonly lot: number
  readonly referencePrice: PriceUnits
  /** Standard deviation of the daily log return. */
  readonly volatility: number
  /** Units of the tape on an average day. */
  readonly dailyVolume: number
  /** Trades and quote changes in an average regular minute. */
  readonly tradesPerMinute: number
  readonly quotesPerMinute: number
  /** Usual spread as a fraction of the price. */
  readonly spread: number
  /** Usual size of a book level, in units of the tape. */
  readonly levelSize: number
  /** How its day is shaped. */
  readonly shape: ProfileShape
  /** From here on it does not trade any more; null for what never ends. On a whole minute. */
  readonly endsAt: EpochMs | null
}
