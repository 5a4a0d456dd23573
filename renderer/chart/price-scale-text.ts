import { abs, snap } from '../../shared/domain/decimal.js'
import { averagePlaces } from '../../shared/domain/instruments/price-places.js'
import { stepAbove } from '../../shared/domain/instruments/price-steps.js'
import { NUMBER_LOCALE } from '../../shared/messages/languages.js'
import { numberFormat } from '../../shared/messages/number-format.js'
import { scalePlaces, type ChartPrices } from './bars/bar-model.js'
import { toNumber, valueAt } from './number.js'

const numbers = numberFormat(NUMBER_LOCALE)
/** As many places as any step has: the library's numbers have no more digits that are true. */
const FINEST = 10

const NONE: ReadonlySet<number> = new Set()

/**
 * Writes a price that the chart's library has as a number: the nearest one that the instrument can
 * have.
 */
function scaleText(
  price: number,
  prices: Omit<ChartPrices, 'step'>,
  averages: ReadonlySet<number>,
): string {
  const value = valueAt(price, FINEST)
  const { steps } = prices
  const places = scalePlaces(value, prices)
  if (steps !== null && averages.has(price)) {
    return numbers.decimal(value, places, Math.max(places, averagePlaces(value, steps)))
  }
  const shown = steps === null ? value : snap(value, stepAbove(abs(value), steps), 'half-even')
  return numbers.decimal(shown, places, places)
}

/** A scale shows some dozens of texts. When it has moved, old ones are not needed any more. */
const MAX_TEXTS = 500

/**
 * Returns the function that writes the prices of a scale and its crosshair, each price once: the
 * library requests all marks of the scale with every repaint. The label of a line at one of
 * `averages` is written as an average, which lies between two prices.
 */
export function scaleFormatter(
  prices: Omit<ChartPrices, 'step'>,
  averages = NONE,
): (price: number) => string {
  const texts = new Map<number, string>()
  return (price) => {
    const cached = texts.get(price)
    if (cached !== undefined) return cached
    if (texts.size >= MAX_TEXTS) texts.clear()
    const text = scaleText(price, prices, averages)
    texts.set(price, text)
    return text
  }
}

/**
 * Returns the distance of two prices of the scale, so that its marks are prices that the instrument
 * can have. The library divides one by it, so that it has to be one at most. It halves the distance
 * of its marks for a step such as 0.0000005 or 0.05 until that lies between two prices, and marks
 * that are rounded then stand at uneven distances; with a power of ten it uses 5, 2 and 1.
 */
export function minMove({ places, step }: ChartPrices): number {
  const move = step === null ? 10 ** -places : Math.min(1, toNumber(step))
  return isHalved(move) ? move : 10 ** -places
}

/** True for a half, a quarter and so on, as the steps of notes and stock indexes are. */
const isHalved = (move: number): boolean => Number.isInteger(Math.log2(move))
