import { SeededMarket } from '../../../../electron/practice/market/market.js'
import { SERIES } from '../../../../electron/practice/events/series/index.js'
import type { EventSpec } from '../../../../electron/practice/events/rules/types.js'
import type { PriceSource } from '../../../../electron/practice/events/underlying.js'
import { createEventVenue, type EventVenue } from '../../../../electron/practice/events/venue.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'

export const START = epochMs(Date.parse('2026-11-20T15:30:00Z'))

export interface EventVenueFixture {
  readonly venue: EventVenue
  readonly now: () => EpochMs
  /** Advances the time without publishing steps. */
  to(time: number): void
  events(): readonly EventSpec[]
}

/** Creates a venue over a market with its own seed. */
export function eventVenueFixture(seed: string, start: EpochMs = START): EventVenueFixture {
  const market = new SeededMarket({ seed, startAt: start })
  let currentTime = start
  const prices: PriceSource = {
    dollar: (symbol) =>
      market.instrument(symbol) === undefined
        ? undefined
        : 10 ** (market.instrument(symbol)?.scale.price ?? 0),
    bars: (symbol, timespan, query) => market.bars(symbol, timespan, query),
  }
  const venue = createEventVenue({ seed, now: () => currentTime, prices })
  return {
    venue,
    now: () => currentTime,
    to: (time) => {
      currentTime = epochMs(time)
      market.skipTo(currentTime)
    },
    events: () => SERIES.flatMap((rule) => venue.catalog.listed(rule, currentTime)),
  }
}
