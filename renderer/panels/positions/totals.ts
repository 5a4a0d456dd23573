import { sum, ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'

/** Sums one figure over all positions; null when none of them has it. */
export function totalOf(values: readonly (Money | null)[]): Money | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sum([ZERO_MONEY, ...known])
}
