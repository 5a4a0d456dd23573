import { abs, isNegative, isZero, mul, sub, ZERO, type Decimal } from '../../decimal.js'
import { toCents, type EffectFacts, type StockMarginEffect } from './effect-types.js'
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
