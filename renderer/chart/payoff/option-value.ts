import type { OptionType } from '../../../shared/domain/instruments/option.js'

/** One option contract in the numbers of a picture. */
export interface OptionTerms {
  readonly type: OptionType
  readonly strike: number
}

/** Beyond this volatility (1000% a year) no price has a meaning. */
const MAX_VOLATILITY = 10
/** Halvings of the interval of volatilities: 10 / 2^50 is below the precision of any price. */
const HALVINGS = 50

/**
 * Returns the probability that a standard normal variable is below x. Absolute error below 7.5e-8
 * (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17).
 */
function normalBelow(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series
  return x >= 0 ? 1 - tail : tail
}

/** Returns what one option is worth when it expires, per share. */
export const valueAtExpiration = ({ type, strike }: OptionTerms, spot: number): number =>
  Math.max(0, type === 'call' ? spot - strike : strike - spot)

/**
 * Returns what one option is worth before it expires, per share, by Black and Scholes without
 * interest and dividends.
 * @param years time to expiration; zero or less means that it has expired
 * @param volatility of a year, as a fraction
 */
export function optionValue(
  terms: OptionTerms,
  spot: number,
  years: number,
  volatility: number,
): number {
  const { type, strike } = terms
  const deviation = volatility * Math.sqrt(Math.max(0, years))
  if (deviation <= 0 || spot <= 0 || strike <= 0) return valueAtExpiration(terms, spot)
  const near = Math.log(spot / strike) / deviation + deviation / 2
  const call = spot * normalBelow(near) - strike * normalBelow(near - deviation)
  return type === 'call' ? call : call - spot + strike
}

/**
 * Returns the volatility at which an option has this value; null when none gives it, as for a price
 * below what the option pays if exercised.
 */
export function impliedVolatility(
  terms: OptionTerms,
  spot: number,
  years: number,
  value: number,
): number | null {
  if (years <= 0 || value <= valueAtExpiration(terms, spot)) return null
  if (value > optionValue(terms, spot, years, MAX_VOLATILITY)) return null
  let [low, high] = [0, MAX_VOLATILITY]
  for (let round = 0; round < HALVINGS; round += 1) {
    const middle = (low + high) / 2
    if (optionValue(terms, spot, years, middle) < value) low = middle
    else high = middle
  }
  return (low + high) / 2
}
