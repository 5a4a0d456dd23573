import { decimalText, fromInteger, trim } from '../../../shared/domain/decimal.js'
import {
  PRICE_SCALE,
  SIZE_SCALE,
  priceDecimal,
  sizeDecimal,
  type PriceUnits,
  type Scale,
  type SizeUnits,
} from './units.js'
import { priceText, sizeText } from './figures.js'

/** Formats wire numbers on the scales of futures and crypto. */

/**
 * Formats a price: like a stock price on the stock scale, otherwise with all decimals of its scale.
 */
export const scaledPrice = (price: PriceUnits, scale: Scale): string =>
  scale.price === PRICE_SCALE ? priceText(price) : decimalText(priceDecimal(price, scale))

/** Formats a size: whole units without decimals, fractions without trailing zeros. */
export function scaledSize(size: SizeUnits, scale: Scale): string {
  if (size < 0) return `-${scaledSize(-size, scale)}`
  return scale.size === SIZE_SCALE ? sizeText(size) : decimalText(trim(sizeDecimal(size, scale)))
}

/** Formats a price increment without trailing zeros. */
export const stepText = (step: PriceUnits, scale: Scale): string =>
  decimalText(trim(priceDecimal(step, scale)))

export const centsText = (cents: number): string => decimalText(trim(fromInteger(cents, 2)))
