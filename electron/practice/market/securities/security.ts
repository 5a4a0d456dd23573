import type { EpochMs } from '../../../../shared/domain/time.js'
import type { PriceUnits, Scale, SizeUnits } from '../../model/units.js'
import type { PriceGrid } from '../math/price-grid.js'
import type { ProfileShape } from '../calendar/intraday-profile.js'

/** The parameters for simulating the tape of one symbol of any product. */
export interface Security {
  readonly symbol: string
  readonly scale: Scale
  readonly grid: PriceGrid
  /** The smallest traded amount in size units: the unit of the tape. */
  readonly unit: SizeUnits
  /** Round-lot size in tape units; 0 where it depends on the price, as for stocks. */
  readonly lot: number
  readonly referencePrice: PriceUnits
  /** Standard deviation of the daily log return. */
  readonly volatility: number
  /** Tape units on an average day. */
  readonly dailyVolume: number
  /** Trades and quote changes in an average regular minute. */
  readonly tradesPerMinute: number
  readonly quotesPerMinute: number
  /** Usual spread as a fraction of the price. */
  readonly spread: number
  /** Usual size of a book level, in tape units. */
  readonly levelSize: number
  /** The shape of its trading day. */
  readonly shape: ProfileShape
  /** True for a stock that trades in the overnight session. */
  readonly tradesOvernight: boolean
  /** Trading ends here, on a whole minute; null where it never ends. */
  readonly endsAt: EpochMs | null
}
