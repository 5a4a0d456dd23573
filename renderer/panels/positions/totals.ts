import { sum, ZERO_MONEY, type Money } from '../../../shared/domain/decimal.js'

/**
 * Sums one figure over all positions; null when one of them lacks it, because a part of the sum
 * would be taken for the whole.
 */
export function totalOf(values: readonly (Money | null)[]): Money | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 || known.length < values.length ? null : sum([ZERO_MONEY, ...known])
}
