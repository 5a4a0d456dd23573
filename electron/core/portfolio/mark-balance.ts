import type { Balance, Position } from '../../../shared/domain/account/account.js'
import { add, isZero, sub, type Money } from '../../../shared/domain/decimal.js'

const sumOf = (
  positions: readonly Position[],
  member: 'marketValue' | 'unrealizedPnl' | 'dayPnl',
): Money | null => {
  let total: Money | null = null
  for (const position of positions) {
    const value = position[member]
    if (value === null) return null
    total = total === null ? value : add(total, value)
  }
  return total
}

/**
 * Marks a balance to live prices: figures that depend on the market change by the difference
 * between the marked positions and the provider's valuation. Cash and buying power remain the
 * provider's.
 */
export function markBalance(
  balance: Balance,
  fetched: readonly Position[],
  marked: readonly Position[],
): Balance {
  const shift = (
    value: Money | null,
    member: 'marketValue' | 'unrealizedPnl' | 'dayPnl',
  ): Money | null => {
    const before = sumOf(fetched, member)
    const after = sumOf(marked, member)
    if (value === null || before === null || after === null) return value
    const moved = sub(after, before)
    return isZero(moved) ? value : add(value, moved)
  }
  return {
    ...balance,
    netLiquidation: shift(balance.netLiquidation, 'marketValue'),
    totalMarketValue: shift(balance.totalMarketValue, 'marketValue'),
    unrealizedPnl: shift(balance.unrealizedPnl, 'unrealizedPnl'),
    dayPnl: shift(balance.dayPnl, 'dayPnl'),
  }
}
