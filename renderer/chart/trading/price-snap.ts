import { asPrice, lt, gt, significantScale, snap, toScale } from '../../../shared/domain/decimal.js'
import { isPositive, type Decimal, type Price } from '../../../shared/domain/decimal.js'
import { stepAbove, stepPrice } from '../../../shared/domain/instruments/price-steps.js'
import type { PriceGrid } from '../../../shared/domain/instruments/price-grid.js'
import { valueAt } from '../number.js'

/** Places that a price read from pixels has before it is snapped. */
const RAW_PLACES = 10
/** A larger number is written in a notation that is no decimal. */
const MAX_VALUE = 1e15
const MIN_PLACES = 2

const within = (price: Decimal, { bounds }: PriceGrid): Decimal => {
  if (bounds === null) return price
  if (lt(price, bounds.min)) return bounds.min
  return gt(price, bounds.max) ? bounds.max : price
}

/** Writes a price as prices are: in cents, or in as many places as its step has. */
function asWritten(price: Decimal, { steps }: PriceGrid): Price {
  const places = Math.max(MIN_PLACES, significantScale(stepAbove(price, steps)))
  return asPrice(toScale(price, places, 'half-up'))
}

/**
 * Returns the price of the grid that is nearest to a number from the chart (REL-35): within the
 * limits, and never below one step. Null for a number that is no price.
 */
export function snapToGrid(value: number, grid: PriceGrid): Price | null {
  if (!Number.isFinite(value) || Math.abs(value) > MAX_VALUE) return null
  const raw = valueAt(Math.max(0, value), RAW_PLACES)
  const step = stepAbove(raw, grid.steps)
  const nearest = snap(raw, step, 'half-up')
  return asWritten(within(isPositive(nearest) ? nearest : step, grid), grid)
}

/** Returns the price some steps up (1) or down (-1), within the limits. */
export const stepOnGrid = (
  price: Price,
  direction: 1 | -1,
  times: number,
  grid: PriceGrid,
): Price => asWritten(within(stepPrice(price, direction, times, grid.steps), grid), grid)
