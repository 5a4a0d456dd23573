import { add, lte, type Decimal, type Money } from '../decimal.js'
import type { AccountId, Symbol } from '../ids.js'
import type { EpochMs } from '../time.js'
import type { Toolset } from './toolset.js'

/** The products that a policy may allow. */
export const POLICY_PRODUCTS = ['stock', 'option', 'futures', 'crypto', 'event'] as const
export type PolicyProduct = (typeof POLICY_PRODUCTS)[number]

/**
 * A rule that approves orders of one symbol without the person: up to an amount per order and a
 * total of all of them, until a time; in practice and sandbox only (CONFIRM-33, CONFIRM-53). A
 * total of zero approves nothing.
 */
export interface AutoApproveRule {
  readonly symbol: Symbol
  readonly maxOrder: Money
  /** The most that it approves in all, purchases and sales alike. */
  readonly total: Money
  /** The value of what it has approved; counted by main. */
  readonly used: Money
  readonly until: EpochMs
}

/** True when an order of this value is within what is left of the rule's total. */
export const fitsTotal = ({ total, used }: AutoApproveRule, value: Money): boolean =>
  lte(add(used, value), total)

/**
 * The rights of a connection. Main evaluates them in this order: halt, deny, ask, limits. Money is
 * in US dollars. Null limits do not apply; an empty list of accounts means none.
 */
export interface Policy {
  /** The toolsets that it may use; never empty. */
  readonly toolsets: readonly Toolset[]
  readonly accounts: 'all' | readonly AccountId[]
  readonly balances: 'shown' | 'hidden'
  readonly may: { readonly place: boolean; readonly replace: boolean; readonly cancel: boolean }
  readonly products: readonly PolicyProduct[]
  readonly symbols: 'all' | readonly Symbol[]
  readonly maxOrder: Money
  readonly maxDay: Money
  readonly maxSymbolDay: Money | null
  readonly maxProductDay: Money | null
  /** The maximum number of orders between two midnights in New York. */
  readonly ordersPerDay: number
  readonly maxQuantity: Decimal | null
  readonly maxWorking: number
  readonly maxPending: number
  readonly maxPerMinute: number
  readonly hours: 'regular' | 'extended' | 'any'
  readonly validMinutes: number
  readonly allow: readonly AutoApproveRule[]
}
