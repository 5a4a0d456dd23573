import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { SeededMarket } from '../../../../electron/practice/market/market.js'
import type { Market } from '../../../../electron/practice/market/securities/market-types.js'
import type { Contract } from '../../../../electron/practice/options/contracts.js'
import { PROGRAM_BY_UNDERLYING } from '../../../../electron/practice/options/programs.js'
import { createOptionVenue, type OptionVenue } from '../../../../electron/practice/options/venue.js'

/** 10:00 New York of an ordinary Friday. */
export const START = exchangeInstant('2026-11-20', 10 * 60)
export const later = (ms: number): EpochMs => epochMs(START + ms)

export interface OptionVenueFixture {
  readonly market: Market
  readonly venue: OptionVenue
}

export function optionVenueFixture(seed = 'seed'): OptionVenueFixture {
  const market = new SeededMarket({ seed, startAt: START })
  return { market, venue: createOptionVenue({ seed, startAt: START, market }) }
}

/**
 * Returns the listed contracts of an underlying's expiration number `skip`, nearest to the money
 * first.
 */
export function nearMoney(
  { venue }: OptionVenueFixture,
  underlying: string,
  skip: number,
): Contract[] {
  const program = PROGRAM_BY_UNDERLYING.get(underlying)
  if (program === undefined) throw new Error(underlying)
  const all = [...venue.listings.contracts({ programs: [program] })]
  const day = [...new Set(all.map(({ expiry }) => expiry.day))][skip]
  const spot = venue.underlying(all[0]?.symbol ?? '') ?? 0
  return all
    .filter(({ expiry }) => expiry.day === day)
    .sort((a, b) => Math.abs(a.strike - spot) - Math.abs(b.strike - spot))
}
