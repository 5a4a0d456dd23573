import { decimalText, fromInteger, toInteger, toScale, type Decimal } from '../decimal.js'

/** Logarithms have this many places, so that a price of them is exact to its ten. */
const PLACES = 40
const ONE = 10n ** BigInt(PLACES)
const TWO = 2n * ONE

const times = (a: bigint, b: bigint): bigint => (a * b) / ONE
const over = (a: bigint, b: bigint): bigint => (a * ONE) / b

/** Returns the logarithm of a number near one, by the series of the area tangent. */
function nearOne(x: bigint): bigint {
  const y = over(x - ONE, x + ONE)
  const square = times(y, y)
  let [power, sum, divisor] = [y, y, 3n]
  while (power !== 0n) {
    power = times(power, square)
    sum += power / divisor
    divisor += 2n
  }
  return 2n * sum
}

const LN_2 = nearOne(TWO)

/** Returns the natural logarithm of a positive number; both with forty places. */
function ln(value: bigint): bigint {
  let [x, halvings] = [value, 0n]
  while (x * 3n > ONE * 4n) {
    x /= 2n
    halvings += 1n
  }
  while (x * 3n < ONE * 2n) {
    x *= 2n
    halvings -= 1n
  }
  return nearOne(x) + halvings * LN_2
}

/** Returns e to a power; both with forty places. */
function exp(value: bigint): bigint {
  let halvings = value / LN_2
  if (value < 0n) halvings -= 1n
  const rest = value - halvings * LN_2
  let [term, sum, index] = [ONE, ONE, 1n]
  while (term !== 0n) {
    term = times(term, rest) / index
    sum += term
    index += 1n
  }
  return halvings < 0n ? sum / 2n ** -halvings : sum * 2n ** halvings
}

/** A line with a longer exponent has left every price behind. */
const MAX_LN = 60n * ONE

const fixed = (value: Decimal): bigint =>
  toInteger(toScale(value, PLACES, 'half-even'), PLACES) ?? 0n

/**
 * Returns `base` times the share-th power of the factor from `from` to `to`, rounded to `places`:
 * how a line that is straight on a logarithmic scale goes on. Null where a price is not positive,
 * which has no place on that scale, and where the result is beyond any price.
 * @param share a fraction of two whole numbers: of bars
 */
export function alongLog(
  base: Decimal,
  [from, to]: readonly [Decimal, Decimal],
  share: readonly [number, number],
  places: number,
): Decimal | null {
  const [b, x, y] = [base, from, to].map(fixed)
  if (b === undefined || x === undefined || y === undefined) return null
  if (b <= 0n || x <= 0n || y <= 0n) return null
  const power = ln(b) + ((ln(y) - ln(x)) * BigInt(share[0])) / BigInt(share[1])
  if (power > MAX_LN || power < -MAX_LN) return null
  return toScale(fromInteger(exp(power), PLACES), places, 'half-even')
}

/** Returns the price in the middle of two on a logarithmic scale; null as for {@link alongLog}. */
export const middleLog = (a: Decimal, b: Decimal, places: number): Decimal | null =>
  decimalText(a) === decimalText(b) ? a : alongLog(a, [a, b], [1, 2], places)
