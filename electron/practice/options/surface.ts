import { fraction, hash3, hashText, normal } from '../market/math/random.js'

/**
 * Implied volatility by strike and time: an SVI surface (Gatheral and Jacquier, 2014) with
 * power-law curvature, `w(k) = θ/2 · (1 + ρφk + √((φk + ρ)² + 1 − ρ²))`, `φ(θ) = η / √(θ (1 + θ))`,
 * where k is the logarithm of strike over forward and θ(T) the at-the-money variance. With η(1 +
 * |ρ|) ≤ 2 and θ growing in T it has no butterfly and no calendar arbitrage.
 */
export interface Smile {
  /** Long-term at-the-money implied volatility, as a yearly fraction. */
  readonly level: number
  /** ρ: how much higher the downside volatility is, −1 to 0. */
  readonly skew: number
  /** η: how strongly the wings rise. */
  readonly curvature: number
}

/** Decay time, in years, of the effect of a volatile or calm period on at-the-money variance. */
const SPELL = 0.35
const WAVE_DAYS = 20

/**
 * Returns the present volatility of an underlying relative to its long-term level: calm and
 * volatile weeks by seed, name and calendar day.
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
 * Returns the at-the-money variance to a time in years: the present period's volatility fades
 * towards the long-term level. Grows with time.
 */
export function variance(smile: Smile, spell: number, time: number): number {
  const long = smile.level * smile.level
  return long * time + long * (spell * spell - 1) * SPELL * -Math.expm1(-time / SPELL)
}

/**
 * Returns the implied volatility of a strike, as a yearly fraction. `forwardMoneyness` is ln(strike
 * / forward); `time` is in years, above zero.
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
