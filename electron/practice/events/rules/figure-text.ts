import { decimalText, fromInteger } from '../../../../shared/domain/decimal.js'

/**
 * A figure of a model (degrees, percent, a price in points) as text with so many places, to the
 * nearest. Never money that is booked.
 */
export const placesText = (value: number, places: number): string =>
  decimalText(fromInteger(Math.round(value * 10 ** places), places))
