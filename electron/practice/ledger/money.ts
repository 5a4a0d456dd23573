import {
  decimalText,
  fromInteger,
  parseDecimal,
  toInteger,
} from '../../../shared/domain/decimal.js'
import {
  cashOf,
  type CashUnits,
  type PriceUnits,
  type Scale,
  type SizeUnits,
} from '../model/units.js'

/** Booked money: whole US cents. */
export type Cents = number

const CASH_PER_CENT = 10_000_000_000n
const MILLION = 1_000_000n

/** Rounds to the nearest cent, halves away from zero. */
export function centsOfCash(cash: CashUnits): Cents {
  const half = CASH_PER_CENT / 2n
  return Number((cash >= 0n ? cash + half : cash - half) / CASH_PER_CENT)
}

/** Rounds up to the next cent, for money that is held. */
export const centsUp = (cash: CashUnits): Cents =>
  Number((cash + CASH_PER_CENT - 1n) / CASH_PER_CENT)

/** Returns a quotient of amounts that are not negative, rounded up to the cent. */
export const centsUpOfQuotient = (numerator: bigint, denominator: bigint): Cents =>
  Number((numerator + denominator - 1n) / denominator)

/** Returns a quotient of amounts that are not negative, to the nearest cent, halves up. */
export const centsOfQuotient = (numerator: bigint, denominator: bigint): Cents =>
  Number((numerator + denominator / 2n) / denominator)

/** Returns the value of a signed size at a price, to the nearest cent. */
export const valueCents = (price: PriceUnits, size: SizeUnits, scale: Scale): Cents =>
  centsOfCash(cashOf(price, size, scale))

export const cashOfCents = (cents: Cents): CashUnits => BigInt(cents) * CASH_PER_CENT

/** Formats cents with two places: "12.30". */
export const centsText = (cents: Cents): string => decimalText(fromInteger(cents, 2))

/** A ratio in parts per million. */
export type Ppm = number

/** Reads "0.25" as 250000. A ratio that cannot be read counts as 1, the safe side. */
export function ppm(ratio: string): Ppm {
  const value = parseDecimal(ratio)
  const parts = value === null ? null : toInteger(value, 6)
  return parts === null || parts < 0n ? Number(MILLION) : Number(parts)
}

/** Returns a share of an amount, rounded up to the cent. */
export const shareUp = (cents: Cents, ratio: Ppm): Cents =>
  Number((BigInt(cents) * BigInt(ratio) + MILLION - 1n) / MILLION)

/**
 * Returns the position value that an amount supports at a margin ratio (four times at 0.25),
 * rounded down; the amount itself at a zero ratio.
 */
export const carriedBy = (cents: Cents, ratio: Ppm): Cents =>
  ratio <= 0 ? cents : Number((BigInt(cents) * MILLION) / BigInt(ratio))

/** Formats the quotient of two amounts with four places; "0.0000" for a zero divisor. */
export function ratioText(part: Cents, total: Cents): string {
  if (total === 0) return '0.0000'
  const scaled = (BigInt(part) * 100_000n) / BigInt(total)
  return decimalText(fromInteger((scaled >= 0n ? scaled + 5n : scaled - 5n) / 10n, 4))
}
