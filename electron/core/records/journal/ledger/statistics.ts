import {
  add,
  div,
  isNegative,
  isPositive,
  maxOf,
  sub,
  sum,
  ZERO,
  fromInteger,
  type Decimal,
} from '../../../../../shared/domain/decimal.js'
import { exchangeClock } from '../../../../../shared/domain/market/exchange-time.js'
import type { JournalStatistics } from '../../../../../shared/domain/account/journal.js'
import type { RoundTrip } from './round-trips.js'

const PLACES = 4

const average = (values: readonly Decimal[]): Decimal | null =>
  values.length === 0 ? null : div(sum(values), fromInteger(values.length), PLACES, 'half-even')

/** Computes the figures of round trips, after fees. */
export function statisticsOf(trips: readonly RoundTrip[]): JournalStatistics {
  const gains = trips.map(({ pnl }) => pnl)
  const [wins, losses] = [gains.filter(isPositive), gains.filter(isNegative)]
  const lost = sum(losses)
  return {
    trips: trips.length,
    wins: wins.length,
    losses: losses.length,
    flats: trips.length - wins.length - losses.length,
    winRate:
      wins.length + losses.length === 0
        ? null
        : div(
            fromInteger(wins.length),
            fromInteger(wins.length + losses.length),
            PLACES,
            'half-even',
          ),
    pnl: sum(gains),
    fees: sum(trips.map(({ fees }) => fees)),
    profitFactor: losses.length === 0 ? null : div(sum(wins), sub(ZERO, lost), PLACES, 'half-even'),
    averageWin: average(wins),
    averageLoss: average(losses),
  }
}

/** Returns the largest fall of a running total from a high, positive; it begins at nothing. */
export function maxDrawdown(gains: readonly Decimal[]): Decimal {
  let [total, high, deepest] = [ZERO, ZERO, ZERO]
  for (const gain of gains) {
    total = add(total, gain)
    high = maxOf(high, total)
    deepest = maxOf(deepest, sub(high, total))
  }
  return deepest
}

/**
 * Groups round trips and computes the figures of each group, in order of first appearance. A trip
 * counts in each of its groups.
 */
export function statisticsBy(
  trips: readonly RoundTrip[],
  groupsOf: (trip: RoundTrip) => readonly string[],
): ReadonlyMap<string, JournalStatistics> {
  const groups = new Map<string, RoundTrip[]>()
  for (const trip of trips) {
    for (const group of groupsOf(trip)) {
      const known = groups.get(group)
      if (known === undefined) groups.set(group, [trip])
      else known.push(trip)
    }
  }
  return new Map([...groups].map(([group, members]) => [group, statisticsOf(members)]))
}

/** The hour at the exchange in which a round trip began. */
export const hourOf = ({ openedAt }: RoundTrip): string =>
  String(Math.floor(exchangeClock(openedAt).minute / 60)).padStart(2, '0')
