import type { Position } from '../../../shared/domain/account/account.js'
import {
  abs,
  asMoney,
  div,
  isNegative,
  isZero,
  minOf,
  mul,
  sub,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { Side } from '../../../shared/domain/side.js'

/** How far a price is from the market, and what a fill at it would make of the position. */
export interface LineResult {
  /** The price less the last one; null without a last price. */
  readonly distance: Decimal | null
  /** The distance as a fraction of the last price. */
  readonly ratio: Decimal | null
  /** The profit or loss of the part of the position that it closes; null when it closes none. */
  readonly pnl: Money | null
}

/** A price that would be filled, for a side and a number of units. */
export interface PricedUnits {
  readonly price: Price
  readonly side: Side
  /** Null while it is not known. */
  readonly quantity: Quantity | null
}

type Held = Pick<Position, 'quantity' | 'averageCost' | 'multiplier'>
const RATIO_PLACES = 6

/** Returns true when an order of this side makes the position smaller. */
export const closes = (side: Side, { quantity }: Pick<Position, 'quantity'>): boolean =>
  !isZero(quantity) && isNegative(quantity) === (side === 'buy')

/**
 * Returns the profit or loss of what an order closes at its price, with the multiplier of the
 * instrument; null while a part of it is not known.
 */
function closingPnl({ price, side, quantity }: PricedUnits, held: Held | null): Money | null {
  if (held === null || quantity === null || !closes(side, held)) return null
  const { averageCost, multiplier } = held
  if (averageCost === null || multiplier === null) return null
  const units = minOf(abs(quantity), abs(held.quantity))
  const gain = isNegative(held.quantity) ? sub(averageCost, price) : sub(price, averageCost)
  return asMoney(mul(mul(gain, units), multiplier))
}

/** Returns what a line's label says about its price. */
export function lineResult(units: PricedUnits, held: Held | null, last: Price | null): LineResult {
  const distance = last === null ? null : sub(units.price, last)
  return {
    distance,
    ratio:
      distance === null || last === null || isZero(last)
        ? null
        : div(distance, last, RATIO_PLACES, 'half-even'),
    pnl: closingPnl(units, held),
  }
}
