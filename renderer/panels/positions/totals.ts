import {
  asMoney,
  isZero,
  sub,
  sum,
  toScale,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../../shared/domain/decimal.js'

/**
 * Sums one figure over all positions; null when one of them lacks it, because a part of the sum
 * would be taken for the whole.
 */
export function totalOf(values: readonly (Money | null)[]): Money | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 || known.length < values.length ? null : sum([ZERO_MONEY, ...known])
}

const CENTS = 2

/**
 * Returns the day's profit of instruments that are not held any more: what the account's has beyond
 * that of its positions. Null while a figure is missing, and where there is none.
 */
export function closedToday(
  account: Money | null,
  positions: readonly (Money | null)[],
): Money | null {
  const open = positions.length === 0 ? ZERO_MONEY : totalOf(positions)
  if (account === null || open === null) return null
  const closed = toScale(sub<Decimal>(account, open), CENTS, 'half-even')
  return isZero(closed) ? null : asMoney(closed)
}
