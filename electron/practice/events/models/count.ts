import { epochMs } from '../../../../shared/domain/time.js'
import { hash3, poisson } from '../../market/math/random.js'
import { arrivalAt, arrivalsBy, poissonAtLeast } from '../rules/latent.js'
import type { Occasion, OutcomeModel } from '../rules/types.js'

export interface CountOptions {
  readonly key: number
  readonly occasion: Occasion
  /** Expected count over the whole time. */
  readonly mean: number
  /** Each market's threshold: yes when the count reaches it. */
  readonly thresholds: readonly number[]
  /** Start of the counting period; default the opening. */
  readonly countsFrom?: number
}

/**
 * Models the number of occurrences until a date as a Poisson count. A market ends early, with yes,
 * when its threshold is reached.
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
