import { div, isZero, sub, type Decimal, type Price } from '../decimal.js'
import type { Quote } from './quote.js'

/** Decimal places of a change as a fraction. */
const RATIO_PLACES = 6

type DayChange = Pick<Quote, 'change' | 'changeRatio'>

/** Returns a change as a fraction of the price that it is measured from; null if that is zero. */
export const changeRatio = (change: Decimal, base: Price): Decimal | null =>
  isZero(base) ? null : div(change, base, RATIO_PLACES, 'half-up')

/**
 * Returns the change of a day: the shown last price less the shown previous close. The provider's
 * own change, `sent`, is used only where one of the two is unknown.
 */
export function changeFrom(
  last: Price | null,
  previousClose: Price | null,
  sent: DayChange,
): DayChange {
  if (last === null || previousClose === null) return sent
  const change = sub(last, previousClose)
  return { change, changeRatio: changeRatio(change, previousClose) }
}
