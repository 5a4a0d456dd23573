import type { Decimal } from '../../../../shared/domain/decimal.js'
import { stepSize } from '../../../../shared/domain/instruments/price-steps.js'

/** Returns a function that moves a size by whole steps, for the arrow keys of a field. */
export const stepper =
  (step: Decimal) =>
  (from: Decimal | null, direction: 1 | -1, count: number): Decimal => {
    let stepped = from ?? step
    for (let left = from === null ? count - 1 : count; left > 0; left -= 1) {
      stepped = stepSize(stepped, direction, step)
    }
    return stepped
  }
