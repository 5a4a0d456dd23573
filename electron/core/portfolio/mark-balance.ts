import type { Balance, CurrencyBalance, Position } from '../../../shared/domain/account/account.js'
import { add, asMoney, isZero, sub, sum, type Money } from '../../../shared/domain/decimal.js'

/** By how much the market changed the broker's figures since the broker reported them. */
interface Change {
  readonly value: Money
  readonly unrealized: Money
  readonly day: Money
}

/**
 * Returns a balance at live prices: the figures that depend on the market change by as much as
 * those of the positions did. Cash and buying power remain the broker's.
 * @param fetched the positions as the broker reported them
 * @param valued the same positions, in the same order, at live prices
 */
export function markBalance(
  balance: Balance,
  fetched: readonly Position[],
  valued: readonly Position[],
): Balance {
  const total = changeOf(fetched, valued, () => true)
  return {
    ...balance,
    netLiquidation: moved(balance.netLiquidation, total.value),
    totalMarketValue: moved(balance.totalMarketValue, total.value),
    unrealizedPnl: moved(balance.unrealizedPnl, total.unrealized),
    dayPnl: moved(balance.dayPnl, total.day),
    currencies: balance.currencies.map((entry) =>
      markCurrency(
        entry,
        changeOf(fetched, valued, ({ currency }) => currency === entry.currency),
      ),
    ),
  }
}

const markCurrency = (entry: CurrencyBalance, change: Change): CurrencyBalance => ({
  ...entry,
  marketValue: moved(entry.marketValue, change.value),
  unrealizedPnl: moved(entry.unrealizedPnl, change.unrealized),
  dayPnl: moved(entry.dayPnl, change.day),
})

const moved = (value: Money | null, change: Money): Money | null =>
  value === null || isZero(change) ? value : add(value, change)

/** Sums the changes of the positions; one without a figure at either time changes nothing. */
function changeOf(
  fetched: readonly Position[],
  valued: readonly Position[],
  included: (position: Position) => boolean,
): Change {
  const pairs = fetched.flatMap((before, index) => {
    const after = valued[index]
    return after !== undefined && included(before) ? [{ before, after }] : []
  })
  const change = (read: (position: Position) => Money | null): Money =>
    asMoney(
      sum(
        pairs.flatMap(({ before, after }) => {
          const [from, to] = [read(before), read(after)]
          return from === null || to === null ? [] : [sub(to, from)]
        }),
      ),
    )
  return {
    value: change((position) => position.marketValue),
    unrealized: change((position) => position.unrealizedPnl),
    day: change((position) => position.dayPnl),
  }
}
