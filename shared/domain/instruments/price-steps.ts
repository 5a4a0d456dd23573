import {
  ZERO,
  add,
  asPrice,
  dec,
  gt,
  isPositive,
  lt,
  lte,
  significantScale,
  snap,
  sub,
  toScale,
  type Decimal,
  type Price,
} from '../decimal.js'
import type { PriceStep } from './listing.js'
import { stockTickText } from './instrument.js'

/** Prices have at least cents. */
const MIN_PLACES = 2

/** The price steps of one listing. */
export interface ListedSteps {
  readonly symbol: string
  readonly steps: readonly PriceStep[]
}

/** The steps of a US stock (SEC rule 612), and of an instrument whose steps are not published. */
export const STOCK_STEPS: readonly PriceStep[] = [
  { from: asPrice(ZERO), step: dec(stockTickText(true)) },
  { from: asPrice(dec('1')), step: dec(stockTickText(false)) },
]

const FINEST = dec('0.01')

/** Returns the step of the prices from `price` on. */
export const stepAbove = (price: Decimal, steps: readonly PriceStep[]): Decimal =>
  steps.findLast(({ from }) => lte(from, price))?.step ?? steps[0]?.step ?? FINEST

/** Returns the step of the prices below `price`, which is finer where a range of steps begins. */
const stepBelow = (price: Decimal, steps: readonly PriceStep[]): Decimal =>
  steps.findLast(({ from }) => lt(from, price))?.step ?? steps[0]?.step ?? FINEST

/**
 * Returns the next price up or down: prices between two steps go to the nearest step in that
 * direction first, and the step changes where the instrument's does. Never below one step.
 */
export function stepPrice(
  price: Decimal,
  direction: 1 | -1,
  times = 1,
  steps: readonly PriceStep[] = STOCK_STEPS,
): Decimal {
  let stepped = isPositive(price) ? price : ZERO
  for (let left = times; left > 0; left -= 1) {
    const tick = direction < 0 ? stepBelow(stepped, steps) : stepAbove(stepped, steps)
    const onGrid = snap(stepped, tick, direction > 0 ? 'down' : 'up')
    const next = direction > 0 ? add(onGrid, tick) : sub(onGrid, tick)
    stepped = isPositive(next) ? next : tick
  }
  // Format as prices are: cents, or as many places as the step has.
  const places = Math.max(MIN_PLACES, significantScale(stepAbove(stepped, steps)))
  return toScale(stepped, places, 'half-up')
}

/** Returns a price on the nearest step towards zero. */
export const onStep = (price: Price, steps: readonly PriceStep[]): Price =>
  asPrice(snap(price, stepAbove(price, steps), 'down'))

/**
 * Returns the next quantity or amount up or down by `step`, from whole steps; never below one step.
 */
export function stepSize(value: Decimal, direction: 1 | -1, step: Decimal): Decimal {
  const next =
    direction > 0 ? add(snap(value, step, 'down'), step) : sub(snap(value, step, 'up'), step)
  return gt(next, ZERO) ? next : step
}
