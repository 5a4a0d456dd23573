import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { levelsFor, normalBelow, wiener } from '../rules/latent.js'
import type { Occasion, OutcomeModel } from '../rules/types.js'

/** The figures that answer yes: above `low`, up to and including `high`. */
export interface Bucket {
  readonly low: number
  readonly high: number
}

/** Returns the share of information known, rising from 0 at the opening to 1 at the outcome. */
export function knowledge(
  occasion: Occasion,
  share: number,
  power: number,
): (time: EpochMs) => number {
  const span = Math.max(1, occasion.closesAt - occasion.opensAt)
  return (time) =>
    time >= occasion.decidedAt
      ? 1
      : share * Math.min(1, Math.max(0, (time - occasion.opensAt) / span)) ** power
}

export interface NumericOptions {
  readonly key: number
  readonly occasion: Occasion
  /** Expected figure at the opening, and its standard deviation. */
  readonly mean: number
  readonly deviation: number
  readonly buckets: readonly Bucket[]
  /**
   * The part of the uncertainty resolved when trading ends; the rest resolves at the publication.
   */
  readonly share: number
  /** Above 1: most becomes known late. */
  readonly power?: number
}

/**
 * Models a figure to be published. Its expected value moves as a Brownian motion whose variance is
 * used up at the publication. Each bucket's probability is then a martingale, and the probabilities
 * of adjacent buckets add up to 1.
 */
export function numericModel({
  key,
  occasion,
  mean,
  deviation,
  buckets,
  share,
  power = 1,
}: NumericOptions): OutcomeModel {
  const known = knowledge(occasion, share, power)
  const levels = levelsFor(occasion.decidedAt - occasion.opensAt)
  return {
    probability: (market, time) => {
      const { low, high } = buckets[market] ?? { low: 0, high: 0 }
      const u = known(time)
      const expected = mean + deviation * wiener(key, u, levels)
      const open = deviation * Math.sqrt(1 - u)
      if (open === 0) return expected > low && expected <= high ? 1 : 0
      return Math.max(
        0,
        normalBelow((high - expected) / open) - normalBelow((low - expected) / open),
      )
    },
    decidedAt: () => epochMs(occasion.decidedAt),
  }
}
