import type { Position } from '../../../shared/domain/account/account.js'
import {
  abs,
  div,
  isZero,
  sub,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import { closingResult } from '../../../shared/domain/orders/effect/exit-effect.js'
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

const RATIO_PLACES = 6

/** Returns what a line's label says about its price. */
export function lineResult(
  units: PricedUnits,
  position: Position | null,
  last: Price | null,
): LineResult {
  const distance = last === null ? null : sub(units.price, last)
  return {
    distance,
    ratio:
      distance === null || last === null || isZero(last)
        ? null
        : div(distance, last, RATIO_PLACES, 'half-even'),
    pnl:
      position === null || units.quantity === null
        ? null
        : closingResult(position, { ...units, quantity: abs(units.quantity) }),
  }
}
