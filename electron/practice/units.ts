import { fromInteger, parseDecimal, toInteger, type Decimal } from '../../shared/domain/decimal.js'

/**
 * Inside the exchange, prices and sizes are exact integers: prices in hundredths of a cent, sizes in hundred-thousandths of a
 * unit. Both stay far below 2^53; their products are taken as bigint.
 */

/** A price in 1/10000 USD. */
export type PriceUnits = number
/** A size in 1/100000 unit. */
export type SizeUnits = number
/** An amount in 1/1000000000 USD: the exact product of the two above. */
export type CashUnits = bigint

export const PRICE_SCALE = 4
export const SIZE_SCALE = 5
const CASH_SCALE = 9
export const UNIT_SIZE: SizeUnits = 100_000
export const CENT: PriceUnits = 100

/**
 * How an instrument's integers read: decimal places of its prices and sizes (together at most {@link CASH_SCALE_LIMIT}), and
 * what one point of price moves for one unit of size, in USD (100 for an equity option, 50 for ES).
 */
export interface Scale {
  readonly price: number
  readonly size: number
  readonly multiplier: number
}
export const STOCK_SCALE: Scale = { price: PRICE_SCALE, size: SIZE_SCALE, multiplier: 1 }
export const CASH_SCALE_LIMIT = 12

/** The exact product of a price and a size. */
export const cashOf = (price: PriceUnits, size: SizeUnits): CashUnits => BigInt(price) * BigInt(size)

export const priceDecimal = (price: PriceUnits): Decimal => fromInteger(price, PRICE_SCALE)
export const sizeDecimal = (size: SizeUnits): Decimal => fromInteger(size, SIZE_SCALE)
export const cashDecimal = (cash: CashUnits): Decimal => fromInteger(cash, CASH_SCALE)

function units(text: string, scale: number): number | null {
  const value = parseDecimal(text)
  const integer = value === null ? null : toInteger(value, scale)
  return integer === null || integer > BigInt(Number.MAX_SAFE_INTEGER) || integer < -BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(integer)
}

/** Reads a price or a size from text; null when malformed or finer than the scale. */
export const priceUnits = (text: string): PriceUnits | null => units(text, PRICE_SCALE)
export const sizeUnits = (text: string): SizeUnits | null => units(text, SIZE_SCALE)
