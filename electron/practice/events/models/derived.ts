import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { sessionClock } from '../rules/event-calendar.js'
import { normalBelow } from '../rules/latent.js'
import type { Occasion, OutcomeModel, SeriesSource } from '../rules/types.js'
import type { Bucket } from './numeric.js'

export interface DerivedOptions {
  readonly source: SeriesSource
  readonly symbol: string
  readonly occasion: Occasion
  /** When the price is taken. */
  readonly takenAt: EpochMs
  /** Deviation of the logarithm over one day. */
  readonly dayVolatility: number
  /** Stocks move while their exchange is open, crypto always. */
  readonly moves: 'session' | 'always'
  /** In the underlying's own price. */
  readonly buckets: readonly Bucket[]
}

/**
 * Models the future price of an instrument traded here: log-normal from its current price over the
 * remaining time.
 */
export function derivedModel({
  source,
  symbol,
  occasion,
  takenAt,
  dayVolatility,
  moves,
  buckets,
}: DerivedOptions): OutcomeModel {
  const clock = moves === 'session' ? sessionClock : (time: EpochMs) => time / DAY_MS
  const end = clock(takenAt)
  return {
    probability: (market, time) => {
      const { low, high } = buckets[market] ?? { low: 0, high: 0 }
      const price = source.price(symbol, epochMs(Math.min(time, takenAt))) ?? 0
      const variance =
        dayVolatility * dayVolatility * Math.max(0, end - clock(epochMs(Math.min(time, takenAt))))
      if (time >= occasion.decidedAt || variance <= 0 || price <= 0) {
        return price > low && price <= high ? 1 : 0
      }
      const deviation = Math.sqrt(variance)
      const below = (level: number): number =>
        level <= 0 ? 0 : normalBelow((Math.log(level / price) + variance / 2) / deviation)
      return Math.max(0, below(high) - below(low))
    },
    decidedAt: () => occasion.decidedAt,
  }
}
