import { decimalText, fromInteger } from '../../../../shared/domain/decimal.js'

/**
 * Formats a model's figure (degrees, percent, a price in points) rounded to `places` decimals.
 * Never for booked money.
 */
export const placesText = (value: number, places: number): string =>
  decimalText(fromInteger(Math.round(value * 10 ** places), places))
