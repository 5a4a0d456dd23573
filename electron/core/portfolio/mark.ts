import type { Position } from '../../../shared/domain/account/account.js'
import {
  add,
  asMoney,
  div,
  isZero,
  mul,
  notional,
  sub,
  toScale,
  abs,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { Quote } from '../../../shared/domain/market/quote.js'

const CENTS = 2
const RATIO_PLACES = 6

/**
 * Marks a position to a live price, exact to the cent: market value = last × quantity, unrealized =
 * (last − cost) × quantity, and the day's P&L changes by the price change since the provider's own
 * figure. Without a price the provider's figures remain.
 */
export function markPosition(position: Position, quote: Pick<Quote, 'last'> | undefined): Position {
  const last = quote?.last ?? null
  if (last === null || position.assetClass !== 'stock' || isZero(position.quantity)) return position
  const value = toScale(notional(last, position.quantity), CENTS, 'half-even')
  const moved =
    position.lastPrice === null
      ? null
      : asMoney(mul(sub<Price>(last, position.lastPrice), position.quantity))
  const dayPnl =
    position.dayPnl === null || moved === null
      ? position.dayPnl
      : toScale(add(position.dayPnl, moved), CENTS, 'half-even')
  if (position.averageCost === null) {
    return { ...position, lastPrice: last, marketValue: value, dayPnl }
  }
  const cost = asMoney(mul(position.averageCost, position.quantity))
  const unrealized = sub(asMoney(mul(last, position.quantity)), cost)
  return {
    ...position,
    lastPrice: last,
    marketValue: value,
    dayPnl,
    unrealizedPnl: toScale(unrealized, CENTS, 'half-even'),
    unrealizedPnlRatio: isZero(cost) ? null : div(unrealized, abs(cost), RATIO_PLACES, 'half-even'),
  }
}
