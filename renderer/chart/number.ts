import { dec, decimalText, type Decimal } from '../../shared/domain/decimal.js'

/**
 * Returns the nearest binary number of a decimal, for pixels only. A number that comes back from a
 * chart is not a price: snap it to the tick with the decimal library first.
 */
export const toNumber = (value: Decimal): number => Number.parseFloat(decimalText(value))

const CENTS = 2

/** Returns a computed value with some decimal places, to be shown only. */
export const valueAt = (value: number, places: number): Decimal => dec(value.toFixed(places))

/** Returns an estimate in whole cents, to be shown as an estimate; never to be sent or added up. */
export const estimateOf = (value: number): Decimal => dec(value.toFixed(CENTS))
