import {
  ZERO,
  add,
  asPrice,
  dec,
  gt,
  isPositive,
  lte,
  significantScale,
  snap,
  sub,
  toScale,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { stockTick } from '../../../../shared/domain/orders/order-rules.js'

const ONE = dec('1')

/**
 * Returns the next price up or down: off-tick prices go to the nearest tick in that direction
 * first, and the step changes at one dollar (SEC rule 612). Never below one step.
 */
export function stepPrice(price: Decimal, direction: 1 | -1, times = 1): Decimal {
  let stepped = isPositive(price) ? price : ZERO
  for (let left = times; left > 0; left -= 1) {
    // Going down from exactly one dollar uses the finer step.
    const tick =
      direction < 0 && lte(stepped, ONE)
        ? stockTick(asPrice(dec('0.5')))
        : stockTick(asPrice(stepped))
    const onGrid = snap(stepped, tick, direction > 0 ? 'down' : 'up')
    const next = direction > 0 ? add(onGrid, tick) : sub(onGrid, tick)
    stepped = isPositive(next) ? next : tick
  }
  // Format as prices are: cents, or hundredths of a cent below a dollar.
  return toScale(stepped, significantScale(stockTick(asPrice(stepped))), 'half-up')
}

/**
 * Returns the next quantity or amount up or down by `step`, from whole steps; never below one step.
 */
export function stepSize(value: Decimal, direction: 1 | -1, step: Decimal): Decimal {
  const next =
    direction > 0 ? add(snap(value, step, 'down'), step) : sub(snap(value, step, 'up'), step)
  return gt(next, ZERO) ? next : step
}
