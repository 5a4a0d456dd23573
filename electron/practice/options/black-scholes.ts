import { density, distribution } from './normal.js'

export type Right = 'CALL' | 'PUT'

/**
 * The inputs of an option's value. Prices in USD, `time` in years, rates and volatility as yearly
 * fractions.
 */
export interface Terms {
  readonly right: Right
  readonly spot: number
  readonly strike: number
  readonly time: number
  readonly rate: number
  /** Continuous dividend yield of the underlying. */
  readonly yield: number
  readonly volatility: number
}

/**
 * Sensitivities of the value: `delta` and `gamma` per dollar of the underlying, `theta` per year of
 * passing time, `vega` and `rho` per 1.00 of volatility and rate.
 */
export interface Greeks {
  readonly delta: number
  readonly gamma: number
  readonly theta: number
  readonly vega: number
  readonly rho: number
}

export const intrinsic = (right: Right, spot: number, strike: number): number =>
  Math.max(0, right === 'CALL' ? spot - strike : strike - spot)

/** Returns the moneyness in standard deviations: d1 of the Black-Scholes formula. */
export const moneyness = ({
  spot,
  strike,
  time,
  rate,
  yield: dividend,
  volatility,
}: Terms): number =>
  (Math.log(spot / strike) + (rate - dividend + 0.5 * volatility * volatility) * time) /
  (volatility * Math.sqrt(time))

/**
 * Returns the value of a European option (Black-Scholes-Merton); the discounted intrinsic value
 * when no time or volatility is left.
 */
export function european(terms: Terms): number {
  const { right, spot, strike, time, rate, yield: dividend, volatility } = terms
  const shares = spot * Math.exp(-dividend * time)
  const cash = strike * Math.exp(-rate * time)
  if (time <= 0 || volatility <= 0) return intrinsic(right, shares, cash)
  const d1 = moneyness(terms)
  const d2 = d1 - volatility * Math.sqrt(time)
  return right === 'CALL'
    ? shares * distribution(d1) - cash * distribution(d2)
    : cash * distribution(-d2) - shares * distribution(-d1)
}

/**
 * Returns the derivatives of {@link european}; of the intrinsic value when no time or volatility is
 * left.
 */
export function europeanGreeks(terms: Terms): Greeks {
  const { right, spot, strike, time, rate, yield: dividend, volatility } = terms
  const sign = right === 'CALL' ? 1 : -1
  if (time <= 0 || volatility <= 0) {
    return {
      delta: intrinsic(right, spot, strike) > 0 ? sign : 0,
      gamma: 0,
      theta: 0,
      vega: 0,
      rho: 0,
    }
  }
  const d1 = moneyness(terms)
  const d2 = d1 - volatility * Math.sqrt(time)
  const carry = Math.exp(-dividend * time)
  const discount = Math.exp(-rate * time)
  const bell = density(d1) * carry
  return {
    delta: sign * carry * distribution(sign * d1),
    gamma: bell / (spot * volatility * Math.sqrt(time)),
    theta:
      (-spot * bell * volatility) / (2 * Math.sqrt(time)) -
      sign *
        (rate * strike * discount * distribution(sign * d2) -
          dividend * spot * carry * distribution(sign * d1)),
    vega: spot * bell * Math.sqrt(time),
    rho: sign * strike * time * discount * distribution(sign * d2),
  }
}
