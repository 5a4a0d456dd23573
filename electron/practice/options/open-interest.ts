import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { fraction, hash3, logNormal } from '../market/math/random.js'
import { PRICE_SCALE, type PriceUnits } from '../model/units.js'
import type { Contract } from './contracts.js'
import { daysBetween } from './expiries.js'

const DOLLAR = 10 ** PRICE_SCALE
/**
 * Open contracts of a round strike near the money of the busiest name, once it has been listed for
 * long.
 */
const FULL = 30_000
/** Days until most of a contract's open interest has come. */
const GROWTH_DAYS = 25

/**
 * Contracts open at the start of a day: more the longer they are listed, near the money and at
 * round strikes, in busy names.
 * `spot` is the underlying's last close in price units. It moves a little from day to day, as
 * openings and closings go.
 */
export function openInterest(
  { program, expiry, strike }: Contract,
  key: number,
  day: ExchangeDay,
  spot: PriceUnits,
): number {
  const listed = Math.max(0, daysBetween(expiry.listed, day))
  const life = Math.max(5, daysBetween(expiry.listed, expiry.day)) / 365
  const far = Math.log(strike / spot) / (program.smile.level * Math.sqrt(life))
  const round =
    strike % (50 * DOLLAR) === 0
      ? 2.5
      : strike % (10 * DOLLAR) === 0
        ? 1.5
        : strike % (5 * DOLLAR) === 0
          ? 1
          : 0.4
  const daily = 0.97 + 0.06 * fraction(hash3(key, 9, daysBetween('2020-01-01', day)))
  return Math.round(
    FULL *
      program.interest ** 1.3 *
      round *
      logNormal(hash3(key, 8, 0)) *
      Math.exp(-0.5 * (far / 1.2) ** 2) *
      -Math.expm1(-listed / GROWTH_DAYS) *
      daily,
  )
}
