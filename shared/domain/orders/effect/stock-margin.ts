import type { Balance } from '../../account/account.js'
import {
  abs,
  add,
  asMoney,
  eq,
  isNegative,
  isPositive,
  isZero,
  mul,
  sub,
  ZERO,
  type Decimal,
  type Money,
} from '../../decimal.js'
import {
  toCents,
  type EffectFacts,
  type OrderEffect,
  type StockMarginEffect,
} from './effect-types.js'
import type { LegChange } from './leg-changes.js'

/**
 * Returns the margin that an order of shares leaves in a margin account: for the day, and for what
 * is held beyond it. Null for other orders, and in an account that does not lend.
 */
export function stockMarginEffect(
  { draft, account, stock, spot, price }: EffectFacts,
  changes: readonly LegChange[],
): StockMarginEffect | null {
  const [change] = changes
  if (draft.assetClass !== 'stock' || account !== 'margin' || change === undefined) return null
  const mark = spot ?? price
  const marginOf = (held: Decimal, long: Decimal | null, short: Decimal | null): Decimal | null => {
    if (isZero(held)) return ZERO
    const ratio = isNegative(held) ? short : long
    return mark === null || ratio === null ? null : mul(mul(abs<Decimal>(held), mark), ratio)
  }
  const overnightOf = (held: Decimal): Decimal | null =>
    marginOf(held, stock?.maintenanceLong ?? null, stock?.maintenanceShort ?? null)
  const intraday = marginOf(change.after, stock?.intradayLong ?? null, stock?.intradayShort ?? null)
  const [before, after] = [overnightOf(change.before), overnightOf(change.after)]
  return {
    intraday: intraday === null ? null : toCents(intraday),
    overnight: after === null ? null : toCents(after),
    overnightChange:
      before === null || after === null ? null : toCents(sub<Decimal>(after, before)),
  }
}

/** The margin of the shares after an order, where the day and the night need different amounts. */
export interface TwoMargins {
  readonly day: Money
  readonly overnight: Money
}

/**
 * Returns the margins of the shares after an order for the day and for what is held beyond it; null
 * where they are the same, and where one of them is not known.
 */
export function differentMargins({
  stockMargin,
}: Pick<OrderEffect, 'stockMargin'>): TwoMargins | null {
  const { intraday = null, overnight = null } = stockMargin ?? {}
  const differ = intraday !== null && overnight !== null && !eq(intraday, overnight)
  return differ ? { day: intraday, overnight } : null
}

/**
 * Returns what the account's equity lacks for the margin of what is held beyond the day, once the
 * order has filled; null where it suffices, or where a figure is not known.
 */
export function overnightLack(
  { stockMargin, fees }: Pick<OrderEffect, 'stockMargin' | 'fees'>,
  balance: Pick<Balance, 'netLiquidation' | 'maintenanceMargin'> | null,
): Money | null {
  const growth = stockMargin?.overnightChange ?? null
  const { netLiquidation = null, maintenanceMargin = null } = balance ?? {}
  if (growth === null || !isPositive(growth)) return null
  if (netLiquidation === null || maintenanceMargin === null) return null
  const equity = sub(netLiquidation, fees ?? asMoney(ZERO))
  const lack = sub(add(maintenanceMargin, growth), equity)
  return isPositive(lack) ? lack : null
}
