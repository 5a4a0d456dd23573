import type { EpochMs } from '../../../shared/domain/time.js'
import type { Market } from '../market/securities/market-types.js'
import type { MarketStep } from '../model/market-step.js'
import type { Venue } from '../model/venue.js'

/** A venue that advances with the market. Skipped hours deliver no steps. */
export interface TimedVenue extends Venue {
  skipTo?(to: EpochMs): void
}

/**
 * Combines the seeded market with its derived venues: advancing it advances the venues too, and
 * their steps follow the seeded market's own. Everything else is the seeded market's.
 */
export function compositeMarket(market: Market, venues: readonly TimedVenue[]): Market {
  return {
    ...queriesOf(market),
    advance: (to, sink) => {
      market.advance(to, (step: MarketStep) => {
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

/** Returns everything of a market that does not move its time, bound to it. */
const queriesOf = (market: Market): Omit<Market, 'advance' | 'skipTo'> => ({
  listings: market.listings,
  splits: market.splits,
  listing: (symbol) => market.listing(symbol),
  sharesNow: (symbol) => market.sharesNow(symbol),
  instrument: (symbol) => market.instrument(symbol),
  now: () => market.now(),
  skipEmitsSteps: () => market.skipEmitsSteps(),
  resolve: (symbol) => market.resolve(symbol),
  contract: (symbol) => market.contract(symbol),
  figures: (symbol) => market.figures(symbol),
  settlement: (symbol) => market.settlement(symbol),
  watch: (symbol, why) => market.watch(symbol, why),
  book: (symbol, levels) => market.book(symbol, levels),
  recordPrint: (print) => market.recordPrint(print),
  reference: (symbol) => market.reference(symbol),
  snapshot: (symbol) => market.snapshot(symbol),
  ticks: (symbol, count, sessions) => market.ticks(symbol, count, sessions),
  visitPrints: (symbol, range, visitor) => market.visitPrints(symbol, range, visitor),
  bars: (symbol, timespan, query) => market.bars(symbol, timespan, query),
  setTickRate: (perSecond) => market.setTickRate(perSecond),
  setShocks: (shocks) => market.setShocks(shocks),
  shocks: () => market.shocks(),
})
