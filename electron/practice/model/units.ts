import {
  fromInteger,
  parseDecimal,
  toInteger,
  type Decimal,
} from '../../../shared/domain/decimal.js'

/**
 * Inside the exchange, prices and sizes are exact integers on the scale of their instrument: for
 * stock, prices in hundredths of a cent and sizes in hundred-thousandths of a share. Both stay far
 * below 2^53; their products are bigint.
 */

/** A price; for stock in 1/10000 USD. */
export type PriceUnits = number
/** A size; for stock in 1/100000 share. */
export type SizeUnits = number
/**
 * An amount in 1/1000000000000 USD: fine enough for the exact product of a price and a size of any
 * scale.
 */
export type CashUnits = bigint

export const PRICE_SCALE = 4
export const SIZE_SCALE = 5
/** Decimal places of {@link CashUnits}. */
export const CASH_SCALE = 12
export const UNIT_SIZE: SizeUnits = 100_000
export const CENT: PriceUnits = 100

/**
 * The scale of an instrument's integers: decimal places of its prices and sizes (together at most
 * {@link CASH_SCALE}), and the value in USD of one price point for one unit of size (100 for
 * an equity option, 50 for ES).
 */
export interface Scale {
  readonly price: number
  readonly size: number
  readonly multiplier: number
}
export const STOCK_SCALE: Scale = { price: PRICE_SCALE, size: SIZE_SCALE, multiplier: 1 }

const factors = new WeakMap<Scale, bigint>()

/**
 * Returns the value of one price unit times one size unit, in cash units. Multipliers may have as
 * many decimals as the scale leaves room for.
 */
function factorOf(scale: Scale): bigint {
  let factor = factors.get(scale)
  if (factor === undefined) {
    factor = BigInt(Math.round(scale.multiplier * 10 ** (CASH_SCALE - scale.price - scale.size)))
    factors.set(scale, factor)
  }
  return factor
}

/** Returns the exact value of `size` at `price`. */
export const cashOf = (price: PriceUnits, size: SizeUnits, scale: Scale): CashUnits =>
  BigInt(price) * BigInt(size) * factorOf(scale)

/** Returns the largest size that `cash` buys at `price`, floored to the finest unit. */
export const sizeFor = (cash: CashUnits, price: PriceUnits, scale: Scale): SizeUnits =>
  Number(cash / (BigInt(price) * factorOf(scale)))

export const priceDecimal = (price: PriceUnits, scale: Scale = STOCK_SCALE): Decimal =>
  fromInteger(price, scale.price)
export const sizeDecimal = (size: SizeUnits, scale: Scale = STOCK_SCALE): Decimal =>
  fromInteger(size, scale.size)
export const cashDecimal = (cash: CashUnits): Decimal => fromInteger(cash, CASH_SCALE)

function units(text: string, scale: number): number | null {
  const value = parseDecimal(text)
  const integer = value === null ? null : toInteger(value, scale)
  return integer === null ||
    integer > BigInt(Number.MAX_SAFE_INTEGER) ||
    integer < -BigInt(Number.MAX_SAFE_INTEGER)
    ? null
    : Number(integer)
}

/** Parses a price or a size; null when malformed or finer than the scale. */
export const priceUnits = (text: string, scale: Scale = STOCK_SCALE): PriceUnits | null =>
  units(text, scale.price)
export const sizeUnits = (text: string, scale: Scale = STOCK_SCALE): SizeUnits | null =>
  units(text, scale.size)
