import { epochMs } from '../../../../shared/domain/time.js'
import { hash3, poisson } from '../../market/math/random.js'
import { arrivalAt, arrivalsBy, poissonAtLeast } from '../rules/latent.js'
import type { Occasion, OutcomeModel } from '../rules/types.js'

export interface CountOptions {
  readonly key: number
  readonly occasion: Occasion
  /** How many are expected over the whole time. */
  readonly mean: number
  /** Each market asks whether at least so many come. */
  readonly thresholds: readonly number[]
  /** The time over which is counted begins here: at the opening, when it is not told. */
  readonly countsFrom?: number
}

/**
 * How many of something happen until a date: a Poisson count. A market ends early, with yes, when
 * its number is reached.
 */
export function countModel({
  key,
  occasion,
  mean,
  thresholds,
  countsFrom = occasion.opensAt,
}: CountOptions): OutcomeModel {
  const total = poisson(mean, hash3(key, 4, 0))
  const span = Math.max(1, occasion.closesAt - countsFrom)
  const decided = thresholds.map((threshold) => {
    const arrival = arrivalAt(key, total, threshold)
    return arrival === null
      ? occasion.decidedAt
      : epochMs(Math.max(occasion.opensAt + 1, countsFrom + Math.ceil(arrival * span)))
  })
  return {
    probability: (market, time) => {
      const threshold = thresholds[market] ?? 0
      if (time >= (decided[market] ?? occasion.decidedAt)) return total >= threshold ? 1 : 0
      const u = Math.min(1, Math.max(0, (time - countsFrom) / span))
      return poissonAtLeast(threshold - arrivalsBy(key, total, u), mean * (1 - u))
    },
    decidedAt: (market) => decided[market] ?? occasion.decidedAt,
  }
}
