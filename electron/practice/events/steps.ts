import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { hash3 } from '../market/math/random.js'
import type { MarketStep } from '../model/market-step.js'
import type { Tape } from './tape.js'
import type { EventMarket } from './rules/types.js'

/** Interval at which the simulated quotes are refreshed. */
const BEAT_MS = 2_000

/**
 * Returns the steps of a market with `after < time <= to`, oldest first: its trades, a new book at
 * every interval, and the empty book at the end of trading. Splitting the time differently gives
 * the same steps.
 */
export function stepsBetween(
  market: EventMarket,
  tape: Tape,
  after: EpochMs,
  to: EpochMs,
  bookAt: (time: EpochMs) => MarketStep,
): MarketStep[] {
  const { opensAt } = market.event.occasion
  const until = Math.min(to, market.endsAt - 1)
  const steps: MarketStep[] = tape
    .simulatedBetween(after, until)
    .map(({ time, aggressor, price, size }) => ({
      ...bookAt(time),
      trade: { aggressor, price, size },
    }))
  for (
    let beat = Math.floor(Math.max(after, opensAt) / BEAT_MS);
    beat * BEAT_MS <= until;
    beat += 1
  ) {
    const time = epochMs(beat * BEAT_MS + (hash3(market.key, 8, beat) % BEAT_MS))
    if (time > after && time > opensAt && time <= until) steps.push(bookAt(time))
  }
  if (after < market.endsAt && market.endsAt <= to) steps.push(bookAt(market.endsAt))
  return steps.sort((a, b) => a.time - b.time)
}
