import { significantScale, type Decimal } from '../../shared/domain/decimal.js'
import type { AssetClass } from '../../shared/domain/instruments/instrument.js'
import type { PriceStep } from '../../shared/domain/instruments/listing.js'
import { averagePlaces, pricePlaces } from '../../shared/domain/instruments/price-places.js'
import { STOCK_STEPS } from '../../shared/domain/instruments/price-steps.js'
import type { Quote } from '../../shared/domain/market/quote.js'
import { formatDecimal, formatExact } from './decimal.js'
import { stepsOf } from './listed-steps.js'

/**
 * The only writers of prices in a window (REL-45): with the places of the listing's step, and with
 * every digit that a price has beyond it. Two prices that are one tick apart are never written
 * alike; a price between two ticks is never rounded to one.
 */

const CENTS = 2

type Maybe = Decimal | null | undefined
type Steps = readonly PriceStep[] | null

/** What is traded at a price: an order, a position, a fill. */
export interface PricedInstrument {
  readonly symbol: string
  readonly assetClass: AssetClass
}

const withSteps = (value: Maybe, steps: Steps): string =>
  value === null || value === undefined || steps === null
    ? formatExact(value)
    : formatExact(value, pricePlaces(value, steps))

/** Formats a price of an instrument. */
export const formatProductPrice = (
  value: Maybe,
  { symbol, assetClass }: PricedInstrument,
): string => withSteps(value, stepsOf(symbol, assetClass))

/** Returns the places of a price of an instrument; null while its steps are not known. */
export function productPlaces(
  value: Maybe,
  { symbol, assetClass }: PricedInstrument,
): number | null {
  const steps = stepsOf(symbol, assetClass)
  return steps === null || value === null || value === undefined ? null : pricePlaces(value, steps)
}

/** Formats a price of a symbol, whose product is read from the spelling. */
export const formatSymbolPrice = (value: Maybe, symbol: string): string =>
  withSteps(value, stepsOf(symbol))

/** Formats a price of a stock, where only stocks are listed. */
export const formatStockPrice = (value: Maybe): string => withSteps(value, STOCK_STEPS)

/** Formats a price of a quote; the `write` of every live cell that shows a price. */
export const formatQuotePrice = (value: Decimal, quote: Quote): string =>
  formatSymbolPrice(value, quote.symbol)

/**
 * Formats a difference between prices of a symbol, with its sign and the places of a price near
 * `near`.
 */
export function formatPriceChange(value: Maybe, symbol: string, near: Maybe): string {
  const steps = stepsOf(symbol)
  return steps === null || near === null || near === undefined
    ? formatExact(value, undefined, true)
    : formatExact(value, pricePlaces(near, steps), true)
}

/** Formats the change of a quote; the `write` of every live cell that shows one. */
export const formatQuoteChange = (value: Maybe, quote: Quote): string =>
  formatPriceChange(value, quote.symbol, quote.last ?? quote.previousClose)

/** Formats the average price of fills: as a price where it is one, with two more places else. */
export function formatAverage(value: Maybe, { symbol, assetClass }: PricedInstrument): string {
  const steps = stepsOf(symbol, assetClass)
  return value === null || value === undefined || steps === null
    ? formatExact(value)
    : formatDecimal(value, pricePlaces(value, steps), averagePlaces(value, steps))
}

/** Formats an average cost: with as many places in every row, so that the decimals align. */
export function formatAverageCost(value: Maybe, { symbol, assetClass }: PricedInstrument): string {
  const steps = stepsOf(symbol, assetClass)
  if (value === null || value === undefined || steps === null) return formatExact(value)
  const places = averagePlaces(value, steps)
  return formatDecimal(value, places, places)
}

/** Returns the places in which all of these prices of a symbol are written alike. */
export function placesOf(symbol: string, prices: readonly Decimal[]): number {
  const steps = stepsOf(symbol)
  return prices.reduce(
    (most, price) =>
      Math.max(most, significantScale(price), steps === null ? 0 : pricePlaces(price, steps)),
    CENTS,
  )
}

/** Formats a step of prices itself: with every digit, and at least cents. */
export const formatStep = (step: Decimal): string => formatExact(step, significantScale(step))
