import type { Balance, CurrencyBalance, Position } from '../../../shared/domain/account/account.js'
import { CurrencyAmounts } from '../../../shared/domain/account/currency-amounts.js'
import { add, asMoney, isZero, sub, type Money } from '../../../shared/domain/decimal.js'

/**
 * Returns a balance whose figures that depend on the market have moved: net liquidation, market
 * value, and the gains. Cash and buying power remain the broker's. A total moves only when all of
 * the move is in its currency: otherwise it remains the broker's.
 * @param moved by how much the value of the positions changed since the broker calculated it
 */
export function moveBalance(balance: Balance, moved: CurrencyAmounts): Balance {
  const total = moved.only(balance.currency)
  return {
    ...balance,
    ...(total === null
      ? {}
      : {
          netLiquidation: plus(balance.netLiquidation, total),
          totalMarketValue: plus(balance.totalMarketValue, total),
          unrealizedPnl: plus(balance.unrealizedPnl, total),
          dayPnl: plus(balance.dayPnl, total),
        }),
    currencies: balance.currencies.map((entry) => moveCurrency(entry, moved.in(entry.currency))),
  }
}

const moveCurrency = (entry: CurrencyBalance, moved: Money): CurrencyBalance => ({
  ...entry,
  marketValue: plus(entry.marketValue, moved),
  unrealizedPnl: plus(entry.unrealizedPnl, moved),
  dayPnl: plus(entry.dayPnl, moved),
})

const plus = (value: Money | null, moved: Money): Money | null =>
  value === null || isZero(moved) ? value : asMoney(add(value, moved))

/**
 * Returns by how much the value of positions changed; one without a value at either time changes
 * nothing.
 * @param after the same positions in the same order
 */
export const valueChange = (
  before: readonly Position[],
  after: readonly Position[],
): CurrencyAmounts =>
  CurrencyAmounts.sumOf(
    before.flatMap(({ currency, marketValue: from }, index) => {
      const to = after[index]?.marketValue ?? null
      return from === null || to === null ? [] : [{ currency, amount: asMoney(sub(to, from)) }]
    }),
  )
