import { european, europeanGreeks, intrinsic, type Greeks, type Terms } from './black-scholes.js'
import { density, distribution } from './normal.js'

/**
 * The early-exercise premium of American options, by the quadratic approximation of Barone-Adesi
 * and Whaley (1987): the European value plus a power of the spot, joined smoothly to the intrinsic
 * value at the exercise boundary. The result is convex and monotone in spot and strike, like a true
 * American option value.
 */
interface Premium {
  /** The underlying's price from which the holder exercises. */
  readonly boundary: number
  readonly factor: number
  readonly power: number
}

const STEPS = 60
const CLOSE_ENOUGH = 1e-9

/**
 * Returns the power of the spot that solves the quadratic: positive for calls, negative for puts.
 */
function powerOf({ right, time, rate, yield: dividend, volatility }: Terms): number {
  const variance = volatility * volatility
  const n = (2 * (rate - dividend)) / variance
  const k = -Math.expm1(-rate * time)
  const m = (2 * rate) / variance
  const root = Math.sqrt((n - 1) * (n - 1) + (4 * m) / k)
  return right === 'CALL' ? (1 - n + root) / 2 : (1 - n - root) / 2
}

/**
 * Returns the early-exercise premium of an option with strike 1; null when early exercise never
 * pays.
 */
function premiumOf(unit: Terms): Premium | null {
  const { right, time, rate, yield: dividend, volatility } = unit
  if (time <= 0 || volatility <= 0 || rate <= 0 || (right === 'CALL' && dividend <= 0)) return null
  const sign = right === 'CALL' ? 1 : -1
  const power = powerOf(unit)
  const spread = volatility * Math.sqrt(time)
  const carry = Math.exp(-dividend * time)
  // The gain of exercising over holding at a spot; the boundary is its root, found by bracketing
  // and then Newton's method within the bracket.
  const gain = (spot: number): { value: number; slope: number } => {
    const terms = { ...unit, spot }
    const d1 = (Math.log(spot) + (rate - dividend + 0.5 * volatility * volatility) * time) / spread
    const inside = 1 - carry * distribution(sign * d1)
    return {
      value: sign * (spot - 1) - european(terms) - (sign * inside * spot) / power,
      slope: sign * (1 - 1 / power) * inside + (carry * density(d1)) / spread / power,
    }
  }
  let low = right === 'CALL' ? 1 : 1e-9
  let high = right === 'CALL' ? 2 : 1
  if (right === 'CALL') while (gain(high).value < 0 && high < 1e6) high *= 2
  if (right === 'CALL' && high >= 1e6) return null
  let boundary = (low + high) / 2
  for (let step = 0; step < STEPS; step += 1) {
    const { value, slope } = gain(boundary)
    if (Math.abs(value) < CLOSE_ENOUGH) break
    if (sign * value < 0) low = boundary
    else high = boundary
    const wanted = boundary - value / slope
    boundary = wanted > low && wanted < high ? wanted : (low + high) / 2
  }
  const d1 =
    (Math.log(boundary) + (rate - dividend + 0.5 * volatility * volatility) * time) / spread
  return {
    boundary,
    power,
    factor: (sign * boundary * (1 - carry * distribution(sign * d1))) / power,
  }
}

const premium = ({ right, time, rate, yield: dividend, volatility }: Terms): Premium | null =>
  premiumOf({ right, spot: 1, strike: 1, time, rate, yield: dividend, volatility })

const exercised = (terms: Terms, { boundary }: Premium): boolean =>
  terms.right === 'CALL'
    ? terms.spot >= boundary * terms.strike
    : terms.spot <= boundary * terms.strike

/** Returns the value of an American option, never below its intrinsic or European value. */
export function american(terms: Terms): number {
  const early = premium(terms)
  if (early === null) {
    return Math.max(european(terms), intrinsic(terms.right, terms.spot, terms.strike))
  }
  if (exercised(terms, early)) return intrinsic(terms.right, terms.spot, terms.strike)
  return (
    european(terms) +
    terms.strike * early.factor * (terms.spot / (early.boundary * terms.strike)) ** early.power
  )
}

const BUMP = { volatility: 1e-4, rate: 1e-5, time: 1e-4 } as const

/**
 * Returns the derivatives of {@link american}: exact in the spot, central differences in the other
 * variables.
 */
export function americanGreeks(terms: Terms): Greeks {
  const { right, spot, strike, time } = terms
  const early = premium(terms)
  if (early === null) return europeanGreeks(terms)
  if (exercised(terms, early)) {
    return { delta: right === 'CALL' ? 1 : -1, gamma: 0, theta: 0, vega: 0, rho: 0 }
  }
  const plain = europeanGreeks(terms)
  const ratio = spot / (early.boundary * strike)
  const lift = (early.factor * early.power) / early.boundary
  const between = (up: Terms, down: Terms, width: number): number =>
    (american(up) - american(down)) / width
  const step = Math.min(BUMP.time, time / 2)
  return {
    delta: plain.delta + lift * ratio ** (early.power - 1),
    gamma:
      plain.gamma +
      ((lift * (early.power - 1)) / (early.boundary * strike)) * ratio ** (early.power - 2),
    theta: between({ ...terms, time: time - step }, { ...terms, time: time + step }, 2 * step),
    vega: between(
      { ...terms, volatility: terms.volatility + BUMP.volatility },
      { ...terms, volatility: terms.volatility - BUMP.volatility },
      2 * BUMP.volatility,
    ),
    rho: between(
      { ...terms, rate: terms.rate + BUMP.rate },
      { ...terms, rate: terms.rate - BUMP.rate },
      2 * BUMP.rate,
    ),
  }
}
