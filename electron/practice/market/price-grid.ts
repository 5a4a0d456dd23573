import { CENT, PRICE_SCALE, type PriceUnits } from '../units.js'

/** The price grid of US stocks (SEC rule 612): a cent from one dollar on, a hundredth of a cent below. */

const DOLLAR: PriceUnits = 10 ** PRICE_SCALE

/** The step of the grid at a price. */
export const tickAt = (price: PriceUnits): PriceUnits => (price >= DOLLAR ? CENT : 1)

/** The nearest grid price at or below, never under the smallest price. */
export const snapDown = (price: number): PriceUnits => (price >= DOLLAR ? Math.floor(price / CENT) * CENT : Math.max(1, Math.floor(price)))

/** The nearest grid price at or above. */
export const snapUp = (price: number): PriceUnits => (price > DOLLAR ? Math.ceil(price / CENT) * CENT : Math.max(1, Math.ceil(price)))

/** The nearest grid price. */
export const snap = (price: number): PriceUnits => (price >= DOLLAR ? Math.round(price / CENT) * CENT : Math.max(1, Math.round(price)))

/** `steps` of the local grid up. */
export const above = (price: PriceUnits, steps: number): PriceUnits => snapUp(price + steps * tickAt(price))

/** `steps` of the local grid down; zero or less when the grid ends there. */
export const below = (price: PriceUnits, steps: number): PriceUnits => {
  const to = price - steps * tickAt(price - 1)
  return to > 0 ? snapDown(to) : 0
}
