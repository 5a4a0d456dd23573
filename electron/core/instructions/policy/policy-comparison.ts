import { gt, type Decimal } from '../../../../shared/domain/decimal.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'

const HOURS: Readonly<Record<Policy['hours'], number>> = { regular: 0, extended: 1, any: 2 }

/** True when a limit was raised. Null means no limit. */
const higher = (from: Decimal | null, to: Decimal | null): boolean =>
  from !== null && (to === null || gt(to, from))
const wider = <T>(from: 'all' | readonly T[], to: 'all' | readonly T[]): boolean =>
  from !== 'all' && (to === 'all' || to.some((value) => !from.includes(value)))

/**
 * True when `to` allows anything that `from` does not: a higher limit, a wider scope, a new or
 * extended rule.
 */
export function raisesPolicy(from: Policy, to: Policy): boolean {
  return (
    wider(from.toolsets, to.toolsets) ||
    wider(from.accounts, to.accounts) ||
    wider(from.symbols, to.symbols) ||
    wider(from.products, to.products) ||
    (from.balances === 'hidden' && to.balances === 'shown') ||
    (['place', 'replace', 'cancel'] as const).some((kind) => !from.may[kind] && to.may[kind]) ||
    (['maxOrder', 'maxDay', 'maxSymbolDay', 'maxProductDay', 'maxQuantity'] as const).some(
      (limit) => higher(from[limit], to[limit]),
    ) ||
    (['ordersPerDay', 'maxWorking', 'maxPending', 'maxPerMinute', 'validMinutes'] as const).some(
      (limit) => to[limit] > from[limit],
    ) ||
    HOURS[to.hours] > HOURS[from.hours] ||
    to.allow.some(
      (rule) =>
        !from.allow.some(
          (before) =>
            before.symbol === rule.symbol &&
            !gt(rule.maxOrder, before.maxOrder) &&
            !gt(rule.total, before.total) &&
            rule.until <= before.until,
        ),
    )
  )
}
