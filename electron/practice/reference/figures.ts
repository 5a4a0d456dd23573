import { fromInteger, decimalText, div, toInteger } from '../../../shared/domain/decimal.js'
import { PRICE_SCALE, type PriceUnits } from '../model/units.js'

/** Market value in 1/10000 USD: exact, and beyond what a number holds. */
export const marketValue = (price: PriceUnits, shares: number): bigint =>
  BigInt(price) * BigInt(shares)

/** An amount in 1/10000 USD as text with cents. */
export function moneyText(units: bigint): string {
  const cents = div(fromInteger(units, PRICE_SCALE), fromInteger(1), 2, 'half-even')
  return cents === null ? '0.00' : decimalText(cents)
}

/** `part / whole` as text with `digits` decimals; null when `whole` is zero. */
export function quotientText(
  part: number | bigint,
  total: number | bigint,
  digits: number,
): string | null {
  const quotient = div(fromInteger(part), fromInteger(total), digits, 'half-even')
  return quotient === null ? null : decimalText(quotient)
}

/** The same as a number to sort by; null when `whole` is zero. */
export function quotient(
  part: number | bigint,
  total: number | bigint,
  digits: number,
): number | null {
  const value = div(fromInteger(part), fromInteger(total), digits, 'half-even')
  const integer = value === null ? null : toInteger(value, digits)
  return integer === null ? null : Number(integer)
}
