import { add, asPrice, dec, isPositive, mul, type Decimal, type Price } from '../decimal.js'

const HALF = dec('0.5')

/**
 * Returns a price of the market; null where there is none. Zero and less stand for "no quote", not
 * for a price (REL-46).
 */
export const quotedPrice = (value: Decimal | null | undefined): Price | null =>
  value === null || value === undefined || !isPositive(value) ? null : asPrice(value)

/** Returns the exact price between bid and ask; null while one of them is missing. */
export function midPrice(
  quote: { readonly bid: Decimal | null; readonly ask: Decimal | null } | undefined,
): Price | null {
  const [bid, ask] = [quotedPrice(quote?.bid), quotedPrice(quote?.ask)]
  return bid === null || ask === null ? null : asPrice(mul(add<Decimal>(bid, ask), HALF))
}
