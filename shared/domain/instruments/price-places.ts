import { abs, significantScale, type Decimal } from '../decimal.js'
import type { PriceStep } from './listing.js'
import { stepAbove } from './price-steps.js'

/** Prices have at least cents. */
const MIN_PLACES = 2
/** An average lies between two ticks, so it needs more places than a price. */
const MORE_FOR_AVERAGES = 2

/**
 * Returns the places of a price between `steps`: as many as the step there has, and at least two.
 */
export const pricePlaces = (price: Decimal, steps: readonly PriceStep[]): number =>
  Math.max(MIN_PLACES, significantScale(stepAbove(abs(price), steps)))

/** Returns the places of an average of prices between `steps`. */
export const averagePlaces = (price: Decimal, steps: readonly PriceStep[]): number =>
  pricePlaces(price, steps) + MORE_FOR_AVERAGES

/** Returns the places of the finest step of a listing. */
export const finestPlaces = (steps: readonly PriceStep[]): number =>
  Math.max(MIN_PLACES, ...steps.map(({ step }) => significantScale(step)))
