import {
  asPrice,
  decimalText,
  fromInteger,
  isPositive,
  significantScale,
  toInteger,
  toScale,
  type Decimal,
  type Price,
} from '../decimal.js'
import type { Listing, PriceStep } from './listing.js'
import { STOCK_STEPS } from './price-steps.js'

/** The prices at which an instrument can be ordered. */
export interface PriceGrid {
  readonly steps: readonly PriceStep[]
  /** Null without limits. */
  readonly bounds: Listing['priceBounds']
}

/** The grid of a stock, and of an instrument that is not known yet. */
export const STOCK_GRID: PriceGrid = { steps: STOCK_STEPS, bounds: null }

/** Returns the grid of a listing. */
export const gridOf = (listing: Pick<Listing, 'steps' | 'priceBounds'> | null): PriceGrid =>
  listing === null
    ? STOCK_GRID
    : {
        steps: listing.steps.length === 0 ? STOCK_STEPS : listing.steps,
        bounds: listing.priceBounds,
      }

/** Prices have at least cents. */
const MIN_PLACES = 2

/** The prices of one step, as whole numbers of the finest unit of the grid. */
interface Band {
  /** The price from which the step applies. */
  readonly from: bigint
  readonly step: bigint
  /** The first price on the grid that is not below `from`. */
  readonly start: bigint
  /** The number of grid prices below `start`. */
  readonly base: bigint
  /** The number of prices; null for the last band, which has no end. */
  readonly count: bigint | null
  /** The places in which its prices are written. */
  readonly places: number
}

/**
 * The prices of an instrument, numbered from the lowest up: neighbors are one tick apart, whatever
 * the tick is there. Every number is exact.
 */
export interface PriceIndex {
  /** The index of the lowest price. */
  readonly first: number
  /** The index of the highest price; null without a limit. */
  readonly last: number | null
  /** Returns the index of a price; one between two ticks takes the index below or above it. */
  positionOf(price: Decimal, rounding: 'down' | 'up'): number
  /** Returns the price with an index, which is within the limits. */
  priceOf(index: number): Price
}

const ceilDiv = (value: bigint, by: bigint): bigint => (value + by - 1n) / by

function bandsOf(steps: readonly PriceStep[], scale: number): readonly Band[] {
  const units = steps.map(({ from, step }) => ({
    from: toInteger(from, scale) ?? 0n,
    step: toInteger(step, scale) ?? 1n,
    places: Math.max(MIN_PLACES, significantScale(step)),
  }))
  const bands: Band[] = []
  let base = 0n
  for (const [number, { from, step, places }] of units.entries()) {
    const lowest = ceilDiv(from, step) * step
    const start = lowest > 0n ? lowest : step
    const next = units[number + 1]?.from
    const count = next === undefined ? null : next > start ? ceilDiv(next - start, step) : 0n
    bands.push({ from, step, start, base, count, places })
    base += count ?? 0n
  }
  return bands.filter(({ count }) => count !== 0n)
}

/** Numbers the prices of a grid. */
export function indexPrices({ steps, bounds }: PriceGrid): PriceIndex {
  const scale = Math.max(
    ...steps.flatMap(({ from, step }) => [significantScale(from), significantScale(step)]),
  )
  const bands = bandsOf(steps, scale)
  const lowest = bands[0]
  const positionOf = (price: Decimal, rounding: 'down' | 'up'): number => {
    // A price with more places than the grid is between two ticks.
    const rounded = toInteger(toScale(price, scale, 'down'), scale) ?? 0n
    const isBetween = significantScale(price) > scale
    const band = bands.findLast(({ from }) => from <= rounded) ?? lowest
    if (band === undefined || !isPositive(price)) return 0
    const away = rounded - band.start
    const below = away < 0n ? -1n : away / band.step
    const isOn = !isBetween && away >= 0n && away % band.step === 0n
    const index = Number(band.base + below)
    return Math.max(0, isOn || rounding === 'down' ? index : index + 1)
  }
  const priceOf = (index: number): Price => {
    const number = BigInt(Math.max(0, index))
    const band = bands.findLast(({ base }) => base <= number) ?? lowest
    if (band === undefined) return asPrice(fromInteger(0))
    const value = band.start + (number - band.base) * band.step
    return asPrice(toScale(fromInteger(value, scale), band.places, 'half-up'))
  }
  return {
    first: bounds === null ? 0 : positionOf(bounds.min, 'up'),
    last: bounds === null ? null : positionOf(bounds.max, 'down'),
    positionOf,
    priceOf,
  }
}

/** Returns a text that is the same for equal prices, whatever their trailing zeros. */
export const priceKey = (price: Decimal): string => {
  const text = decimalText(price)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
