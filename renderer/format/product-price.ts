import { abs, dec, lt, type Decimal } from '../../shared/domain/decimal.js'
import type { AssetClass } from '../../shared/domain/instruments/instrument.js'
import { symbolClass } from '../../shared/domain/instruments/symbol-class.js'
import type { Quote } from '../../shared/domain/market/quote.js'
import { formatDecimal, formatPrice } from './decimal.js'

type Maybe = Decimal | null | undefined

const ONE = dec('1')
const CENTS = 2
const MAX_PLACES = 6

/** True for products that are quoted in cents also below one dollar. */
const isInCents = (assetClass: AssetClass): boolean =>
  assetClass === 'event' || assetClass === 'option'

/**
 * Formats a price of a product: options and event contracts in cents (0.62, 0.625), everything else
 * as `formatPrice` does (0.6200).
 */
export const formatProductPrice = (value: Maybe, assetClass: AssetClass, max?: number): string =>
  isInCents(assetClass) ? formatDecimal(value, CENTS, max ?? MAX_PLACES) : formatPrice(value, max)

/** The places of an average over several fills. */
const AVERAGE = 4

/** Formats an average cost: with as many places in every row, so that the decimals align. */
export const formatAverageCost = (value: Maybe, assetClass: AssetClass): string =>
  assetClass === 'stock' || isInCents(assetClass)
    ? formatDecimal(value, AVERAGE, AVERAGE)
    : formatProductPrice(value, assetClass, AVERAGE)

/** Formats a price of a symbol as its product is quoted; the class is read from the spelling. */
export function formatSymbolPrice(value: Maybe, symbol: string, max?: number): string {
  // Above one dollar every product has cents, and cells are painted often.
  const isSmall = value !== null && value !== undefined && lt(abs(value), ONE)
  return isSmall ? formatProductPrice(value, symbolClass(symbol), max) : formatPrice(value, max)
}

/** Formats a price of a quote; the `write` of every live cell that shows a price. */
export const formatQuotePrice = (value: Decimal, quote: Quote): string =>
  formatSymbolPrice(value, quote.symbol)
