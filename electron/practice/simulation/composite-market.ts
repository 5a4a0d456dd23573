import type { EpochMs } from '../../../shared/domain/time.js'
import type { Market } from '../market/market.js'
import type { Venue } from '../model/venue.js'

/** A venue as time moves it: hours that take no time are passed over without a word. */
export interface TimedVenue extends Venue {
  skipTo?(to: EpochMs): void
}

/**
 * The seeded market with its derived venues: whoever moves it on moves them too, and hears of their
 * steps behind its own.
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
