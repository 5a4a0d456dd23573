import { fromInteger, decimalText, div, toInteger } from '../../../shared/domain/decimal.js'
import { PRICE_SCALE, type PriceUnits } from '../model/units.js'

/**
 * Returns the market value in 1/10000 USD as an exact bigint, because it exceeds the safe integers.
 */
export const marketValue = (price: PriceUnits, shares: number): bigint =>
  BigInt(price) * BigInt(shares)

/** Formats an amount in 1/10000 USD with cents. */
export function moneyText(units: bigint): string {
  const cents = div(fromInteger(units, PRICE_SCALE), fromInteger(1), 2, 'half-even')
  return cents === null ? '0.00' : decimalText(cents)
}

/** Formats `part / total` with `digits` decimals; null when `total` is zero. */
export function quotientText(
  part: number | bigint,
  total: number | bigint,
  digits: number,
): string | null {
  const quotient = div(fromInteger(part), fromInteger(total), digits, 'half-even')
  return quotient === null ? null : decimalText(quotient)
}

/** Returns `part / total` as a number for sorting; null when `total` is zero. */
export function quotient(
  part: number | bigint,
  total: number | bigint,
  digits: number,
): number | null {
  const value = div(fromInteger(part), fromInteger(total), digits, 'half-even')
  const integer = value === null ? null : toInteger(value, digits)
  return integer === null ? null : Number(integer)
}
