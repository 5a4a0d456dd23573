import Big from 'big.js'

declare const decimalBrand: unique symbol
declare const unitBrand: unique symbol

/**
 * An exact decimal number. At run time it is its own plain text ("185.20": no exponent, no plus
 * sign, trailing zeros kept, zero never negative), so that it crosses JSON, IPC and files
 * unchanged. The type is opaque: operators do not apply to it, only the functions of this file.
 */
export type Decimal = { readonly [decimalBrand]: 'Decimal' }
/** A price per unit, in the instrument's currency. */
export type Price = Decimal & { readonly [unitBrand]: 'Price' }
/** A number of units (shares, contracts, coins). Negative only in short positions. */
export type Quantity = Decimal & { readonly [unitBrand]: 'Quantity' }
/** An amount of currency. */
export type Money = Decimal & { readonly [unitBrand]: 'Money' }

/** How a quotient or a rescaled number is rounded. */
export type Rounding = 'down' | 'up' | 'half-up' | 'half-even'

const MODES: Record<Rounding, Big.RoundingMode> = { down: 0, 'half-up': 1, 'half-even': 2, up: 3 }
const PLAIN = /^-?\d{1,40}(\.\d{1,40})?$/
const SCIENTIFIC = /^-?\d{1,40}(\.\d{1,40})?[eE][+-]?\d{1,3}$/
const CANONICAL = /^-?(0|[1-9]\d{0,119})(\.\d{1,120})?$/

const Exact = Big()
Exact.strict = true

/** Returns the plain text of a decimal, for the wire, files and formatting. */
export const decimalText = (value: Decimal): string => value as unknown as string
const asDecimal = (text: string): Decimal => text as unknown as Decimal
const big = (value: Decimal): Big => new Exact(decimalText(value))
const isZeroText = (text: string): boolean => !/[1-9]/.test(text)
const isNegativeText = (text: string): boolean => text.startsWith('-')
/** Returns the text of a number without the sign of a negative zero. */
const withoutZeroSign = (text: string): string =>
  isNegativeText(text) && isZeroText(text) ? text.slice(1) : text
const fromBig = <T extends Decimal>(value: Big): T =>
  asDecimal(withoutZeroSign(value.toFixed())) as T
/** Returns the digits, with the sign, before the point, and those after it. */
const partsOf = (value: Decimal): readonly [integer: string, fraction: string] => {
  const [integer = '', fraction = ''] = decimalText(value).split('.')
  return [integer, fraction]
}

/**
 * Parses an external decimal: plain ("1.10000") or scientific ("2.32435219E8", "0E-10") text, of a
 * number that has at most 40 digits on each side. Returns null for anything else (empty, NaN,
 * infinities, hex, "1e50"). Plain text keeps its scale.
 */
export function parseDecimal(text: string): Decimal | null {
  if (PLAIN.test(text)) {
    return asDecimal(withoutZeroSign(text.replace(/^(-?)0+(?=\d)/, '$1')))
  }
  if (!SCIENTIFIC.test(text)) return null
  const value = fromBig(new Exact(text))
  return PLAIN.test(decimalText(value)) ? value : null
}

/**
 * True for the text of a decimal. It may have three times the digits of an external one: products
 * of what the broker sent are decimals too.
 */
export const isDecimalText = (text: string): boolean =>
  CANONICAL.test(text) && withoutZeroSign(text) === text

/**
 * Makes a decimal from a literal in code. Throws on malformed text, so never use it for external
 * data.
 */
export function dec(literal: string): Decimal {
  const value = parseDecimal(literal)
  if (value === null) throw new RangeError(`not a decimal: ${literal.slice(0, 50)}`)
  return value
}

/**
 * Returns the exact decimal of a safe integer (a count), optionally scaled down:
 * `fromInteger(18520, 2)` is 185.20.
 */
export function fromInteger(value: number | bigint, scale = 0): Decimal {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError('not a safe integer')
  }
  const negative = value < 0
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return asDecimal(negative ? `-${text}` : text)
}

/**
 * Returns the value as an integer number of 10^-scale units: `toInteger(dec('185.2'), 2)` is
 * 18520n. Null when it is not a whole number of such units.
 */
export function toInteger(value: Decimal, scale: number): bigint | null {
  const [integer, fraction] = partsOf(value)
  return isZeroText(fraction.slice(scale))
    ? BigInt(integer + fraction.slice(0, scale).padEnd(scale, '0'))
    : null
}

export const asPrice = (value: Decimal): Price => value as Price
export const asQuantity = (value: Decimal): Quantity => value as Quantity
export const asMoney = (value: Decimal): Money => value as Money

export const ZERO = dec('0')
export const ZERO_MONEY = asMoney(ZERO)
export const ZERO_QUANTITY = asQuantity(ZERO)

export const add = <T extends Decimal>(a: T, b: T): T => fromBig<T>(big(a).plus(big(b)))
export const sub = <T extends Decimal>(a: T, b: T): T => fromBig<T>(big(a).minus(big(b)))
export const neg = <T extends Decimal>(a: T): T => fromBig<T>(big(a).times(new Exact('-1')))
export const abs = <T extends Decimal>(a: T): T => fromBig<T>(big(a).abs())
/**
 * Returns the exact product; a product of two units is a plain decimal until it is tagged again.
 */
export const mul = (a: Decimal, b: Decimal): Decimal => fromBig(big(a).times(big(b)))

/** The constructors of quotients by scale and rounding. Making one costs more than a division. */
const scaledBigs = new Map<string, typeof Exact>()

function scaledBig(scale: number, rounding: Rounding): typeof Exact {
  const key = `${scale} ${rounding}`
  const known = scaledBigs.get(key)
  if (known !== undefined) return known
  const made = Big()
  made.strict = true
  made.DP = scale
  made.RM = MODES[rounding]
  scaledBigs.set(key, made)
  return made
}

/** Returns the quotient rounded to `scale` places. Null when the divisor is zero. */
export function div(a: Decimal, b: Decimal, scale: number, rounding: Rounding): Decimal | null {
  if (isZero(b)) return null
  const Scaled = scaledBig(scale, rounding)
  return fromBig(new Scaled(decimalText(a)).div(new Scaled(decimalText(b))))
}

/**
 * Returns the value with exactly `scale` places, rounded and padded: `toScale(dec('1.005'), 2,
 * 'half-up')` is 1.01.
 */
export function toScale<T extends Decimal>(value: T, scale: number, rounding: Rounding): T {
  const [, fraction] = partsOf(value)
  if (fraction.length <= scale) return padded(value, scale)
  const text = big(value).round(scale, MODES[rounding]).toFixed(scale)
  return asDecimal(withoutZeroSign(text)) as T
}

/** Returns the value with `scale` places; it has no more than these. */
function padded<T extends Decimal>(value: T, scale: number): T {
  const [integer, fraction] = partsOf(value)
  return asDecimal(scale === 0 ? integer : `${integer}.${fraction.padEnd(scale, '0')}`) as T
}

/** Returns the value without trailing zeros after the point: 1.500 becomes 1.5. */
export function trim<T extends Decimal>(value: T): T {
  const text = decimalText(value)
  return (text.includes('.') ? text.replace(/\.?0+$/, '') : text) as unknown as T
}

const integerLength = (text: string): number => {
  const point = text.indexOf('.')
  return point < 0 ? text.length : point
}

/**
 * Returns the order of two texts without sign: integers without leading zeros that are equally long
 * are ordered like their texts, and so are the places behind the same integer. Prices are compared
 * with every quote, so that no number is built for it.
 */
function orderOfDigits(a: string, b: string): -1 | 0 | 1 {
  const difference = integerLength(a) - integerLength(b)
  if (difference !== 0) return difference < 0 ? -1 : 1
  if (a.startsWith(b)) return isZeroText(a.slice(b.length)) ? 0 : 1
  if (b.startsWith(a)) return isZeroText(b.slice(a.length)) ? 0 : -1
  return a < b ? -1 : 1
}

/** Returns -1, 0 or 1 by numeric value; the number of places does not matter. */
export function cmp(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [textA, textB] = [decimalText(a), decimalText(b)]
  if (textA === textB) return 0
  const isNegativeA = isNegativeText(textA)
  if (isNegativeA !== isNegativeText(textB)) return isNegativeA ? -1 : 1
  return isNegativeA ? orderOfDigits(textB.slice(1), textA.slice(1)) : orderOfDigits(textA, textB)
}

export const eq = (a: Decimal, b: Decimal): boolean => cmp(a, b) === 0
export const lt = (a: Decimal, b: Decimal): boolean => cmp(a, b) < 0
export const lte = (a: Decimal, b: Decimal): boolean => cmp(a, b) <= 0
export const gt = (a: Decimal, b: Decimal): boolean => cmp(a, b) > 0
export const gte = (a: Decimal, b: Decimal): boolean => cmp(a, b) >= 0
export const isZero = (a: Decimal): boolean => isZeroText(decimalText(a))
export const isNegative = (a: Decimal): boolean => isNegativeText(decimalText(a))
export const isPositive = (a: Decimal): boolean => !isNegative(a) && !isZero(a)
export const minOf = <T extends Decimal>(a: T, b: T): T => (lte(a, b) ? a : b)
export const maxOf = <T extends Decimal>(a: T, b: T): T => (gte(a, b) ? a : b)

/** Returns the sum of all values, zero for none. */
export const sum = <T extends Decimal>(values: readonly T[]): T =>
  values.reduce((total, value) => add(total, value), ZERO as T)

/** Returns the number of places needed to write the value exactly. */
export const significantScale = (value: Decimal): number =>
  partsOf(value)[1].replace(/0+$/, '').length

/** True when `value` is a whole multiple of the positive `step`. */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  return isPositive(step) && big(value).mod(big(step)).eq(new Exact('0'))
}

/** Rounds `value` to a whole multiple of `step` in the given direction. */
export function snap<T extends Decimal>(value: T, step: Decimal, rounding: Rounding): T {
  const steps = div(value, step, 0, rounding)
  return (steps === null ? value : padded(mul(steps, step), significantScale(step))) as T
}

/** Returns price × quantity, exact. */
export const notional = (price: Price, quantity: Quantity): Money => asMoney(mul(price, quantity))
