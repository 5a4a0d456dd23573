import type { EpochMs } from '../../../../shared/domain/time.js'
import { fraction, hash3 } from '../../market/math/random.js'
import { bridge, levelsFor } from '../rules/latent.js'
import type { Occasion, OutcomeModel } from '../rules/types.js'
import { knowledge } from './numeric.js'

export interface CategoricalOptions {
  readonly key: number
  readonly occasion: Occasion
  /** Probabilities at the opening; they add up to 1. */
  readonly priors: readonly number[]
  readonly share: number
  readonly power?: number
  /** How fast the signal emerges from the noise. */
  readonly signal?: number
}

/** The probabilities of all answers of one question over time. */
export interface Chances {
  chancesAt(time: EpochMs): readonly number[]
  /** Index of the true answer. */
  readonly winner: number
}

const pick = (priors: readonly number[], draw: number): number => {
  let left = draw
  for (const [index, prior] of priors.entries()) {
    if (left < prior) return index
    left -= prior
  }
  return priors.length - 1
}

/**
 * Models a question with one of several answers. Each answer emits a noisy signal whose noise, a
 * Brownian bridge, vanishes at the end. The probabilities are Bayesian given the signals (Brody,
 * Hughston, Macrina, "Information-based asset pricing"): martingales that always add up to 1 and
 * end at 0 and 1.
 */
export function chances({
  key,
  occasion,
  priors,
  share,
  power = 1,
  signal = 1.1,
}: CategoricalOptions): Chances {
  const winner = pick(priors, fraction(hash3(key, 2, 0)))
  const known = knowledge(occasion, share, power)
  const levels = levelsFor(occasion.decidedAt - occasion.opensAt)
  return {
    winner,
    chancesAt: (time) => {
      const u = known(time)
      if (u >= 1) return priors.map((_, index) => (index === winner ? 1 : 0))
      const logs = priors.map((prior, index) => {
        const seen = (index === winner ? signal * u : 0) + bridge(hash3(key, 3, index), u, levels)
        return Math.log(prior) + (signal * seen - 0.5 * signal * signal * u) / (1 - u)
      })
      const top = Math.max(...logs)
      const weights = logs.map((log) => Math.exp(log - top))
      const sum = weights.reduce((total, weight) => total + weight, 0)
      return weights.map((weight) => weight / sum)
    },
  }
}

export function categoricalModel(options: CategoricalOptions): OutcomeModel {
  const question = chances(options)
  return {
    probability: (market, time) => question.chancesAt(time)[market] ?? 0,
    decidedAt: () => options.occasion.decidedAt,
  }
}

/** Scales weights to probabilities that add up to 1. */
export function normalized(weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
