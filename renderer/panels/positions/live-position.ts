import type { Position } from '../../../shared/domain/account/account.js'
import {
  add,
  asMoney,
  div,
  isZero,
  mul,
  sub,
  sum,
  abs,
  ZERO_MONEY,
  type Decimal,
  type Money,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { Quote } from '../../../shared/domain/market/quote.js'

/** A position valued at the current price. */
export interface LivePosition {
  readonly last: Price | null
  readonly marketValue: Money | null
  readonly dayPnl: Money | null
  readonly unrealizedPnl: Money | null
  /** Open profit as a fraction of the cost. */
  readonly ratio: Decimal | null
}

/**
 * Moves the broker's own figures by the price change since the broker computed them: market value
 * and both profits change by (last − its last price) × quantity. This way Countersign always agrees
 * with the broker about cost and day start.
 */
export function livePosition(position: Position, quote: Quote | undefined): LivePosition {
  const last = quote?.last ?? null
  const { lastPrice, marketValue, dayPnl, unrealizedPnl } = position
  if (last === null || lastPrice === null) {
    return {
      last: last ?? lastPrice,
      marketValue,
      dayPnl,
      unrealizedPnl,
      ratio: position.unrealizedPnlRatio,
    }
  }
  const moved = asMoney(mul(sub(last, lastPrice), position.quantity))
  const shift = (money: Money | null): Money | null => (money === null ? null : add(money, moved))
  const open = shift(unrealizedPnl)
  return {
    last,
    marketValue: shift(marketValue),
    dayPnl: shift(dayPnl),
    unrealizedPnl: open,
    ratio: ratioOf(position, open),
  }
}

function ratioOf(position: Position, open: Money | null): Decimal | null {
  if (open === null || position.averageCost === null) return position.unrealizedPnlRatio
  const cost = abs(mul(position.averageCost, position.quantity))
  return isZero(cost) ? null : div(open, cost, 6, 'half-even')
}

/** Sums one figure over all positions; null when none of them has it. */
export function total(values: readonly (Money | null)[]): Money | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sum([ZERO_MONEY, ...known])
}
