import { fraction, hash3, hashText, normal } from '../market/math/random.js'

/**
 * Implied volatility by strike and time: a surface SVI (Gatheral and Jacquier, 2014) with power-law
 * curvature,
 * `w(k) = θ/2 · (1 + ρφk + √((φk + ρ)² + 1 − ρ²))`, `φ(θ) = η / √(θ (1 + θ))`, where k is the
 * logarithm of strike over forward
 * and θ(T) the variance at the money. With η(1 + |ρ|) ≤ 2 and θ growing in T it holds no butterfly
 * and no calendar arbitrage.
 */
export interface Smile {
  /** Implied volatility of a name at the money over a long time, as a yearly fraction. */
  readonly level: number
  /** ρ: how much dearer the downside is, −1 to 0. */
  readonly skew: number
  /** η: how strongly the wings rise. */
  readonly curvature: number
}

/** Years in which a wild or calm spell loses most of its hold on the at-the-money variance. */
const SPELL = 0.35
const WAVE_DAYS = 20

/**
 * The volatility of a name right now against its long level: calm and wild weeks, by seed, name and
 * calendar day.
 */
export function spellOf(seed: string, name: string, serial: number): number {
  const key = hashText(`volatility:${seed}:${name}`)
  const shift = hash3(key, 0, 0) % WAVE_DAYS
  const knot = Math.floor((serial + shift) / WAVE_DAYS)
  const within = (serial + shift) / WAVE_DAYS - knot
  const wave = (1 - within) * normal(hash3(key, 1, knot)) + within * normal(hash3(key, 1, knot + 1))
  return Math.exp(0.16 * wave + 0.05 * (fraction(hash3(key, 2, serial)) - 0.5))
}

/**
 * Variance at the money to a time in years: the spell fades towards the long level. Grows with
 * time.
 */
export function variance(smile: Smile, spell: number, time: number): number {
  const long = smile.level * smile.level
  return long * time + long * (spell * spell - 1) * SPELL * -Math.expm1(-time / SPELL)
}

/**
 * Implied volatility of a strike, as a yearly fraction. `forwardMoneyness` is ln(strike / forward);
 * `time` in years, above zero.
 */
export function impliedVolatility(
  smile: Smile,
  spell: number,
  forwardMoneyness: number,
  time: number,
): number {
  const theta = variance(smile, spell, time)
  const { skew, curvature } = smile
  const scaled = (curvature / Math.sqrt(theta * (1 + theta))) * forwardMoneyness
  return Math.sqrt(
    (theta * (1 + skew * scaled + Math.sqrt((scaled + skew) ** 2 + 1 - skew * skew))) / (2 * time),
  )
}
