import { asPrice, div, type Decimal, type Price } from '../decimal.js'

/** The finest step has eight places; an average of it is as exact as anybody can use. */
const PLACES = 14

/**
 * Returns the average price of units that were traded for a value; null for no units. Averages are
 * rounded where they are written, by the listing's step, and never before.
 */
export function averagePrice(value: Decimal, units: Decimal): Price | null {
  const average = div(value, units, PLACES, 'half-even')
  return average === null ? null : asPrice(average)
}
