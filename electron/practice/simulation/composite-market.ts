import type { EpochMs } from '../../../shared/domain/time.js'
import type { Market } from '../market/market.js'
import type { Venue } from '../model/venue.js'

/** A venue that advances with the market. Skipped hours deliver no steps. */
export interface TimedVenue extends Venue {
  skipTo?(to: EpochMs): void
}

/**
 * Combines the seeded market with its derived venues: advancing it advances the venues too, and
 * their steps follow the seeded market's own.
 */
export function compositeMarket(market: Market, venues: readonly TimedVenue[]): Market {
  return {
    ...market,
    advance: (to, sink) => {
      market.advance(to, (step) => {
        sink(step)
        for (const venue of venues) venue.follow(step, sink)
      })
      for (const venue of venues) venue.advance(to, sink)
    },
    skipTo: (to, sink) => {
      market.skipTo(to, sink)
      for (const venue of venues) venue.skipTo?.(to)
    },
  }
}
