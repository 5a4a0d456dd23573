import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { fraction, hash3, logNormal } from '../market/math/random.js'
import { PRICE_SCALE, type PriceUnits } from '../model/units.js'
import type { Contract } from './contracts.js'
import { daysBetween } from './expiries.js'

const DOLLAR = 10 ** PRICE_SCALE
/**
 * Open interest of a long-listed contract with a round strike near the money on the most active
 * underlying.
 */
const FULL = 30_000
/** Days until most of a contract's open interest has accumulated. */
const GROWTH_DAYS = 25

/**
 * Returns the contracts open at the start of a day: more for longer listed contracts, near the
 * money, at round strikes and on active underlyings. `spot` is the underlying's last close in price
 * units. A daily factor varies it a little.
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
