import { z } from 'zod'
import { zSymbol, zMoney, zTime, zAccountId, zDecimal } from '../scalars.schema.js'
import { TOOLSETS, POLICY_PRODUCTS } from './toolset.js'
import { type Money, lte, add } from '../decimal.js'
import { asReadonly } from '../readonly-schema.js'

/** The members of {@link AutoApproveRule}. */
const ruleMembers = {
  symbol: zSymbol,
  maxOrder: zMoney,
  /** The most that it approves in all, purchases and sales alike. */
  total: zMoney,
  /** The value of what it has approved; counted by main. */
  used: zMoney,
  until: zTime,
}

/**
 * A rule that approves orders of one symbol without the person: up to an amount per order and a
 * total of all of them, until a time; in practice and sandbox only (CONFIRM-33, CONFIRM-53). A
 * total of zero approves nothing.
 */
export const AutoApproveRule = asReadonly(z.strictObject(ruleMembers))
export type AutoApproveRule = z.output<typeof AutoApproveRule>

/** The members of {@link Policy}. */
const policyMembers = {
  /** The toolsets that it may use; never empty. */
  toolsets: z
    .array(z.enum(TOOLSETS))
    .min(1)
    .refine((all) => new Set(all).size === all.length, 'a toolset twice'),
  accounts: z.union([z.literal('all'), z.array(zAccountId).max(50)]),
  balances: z.enum(['shown', 'hidden']),
  may: z.strictObject({ place: z.boolean(), replace: z.boolean(), cancel: z.boolean() }),
  products: z.array(z.enum(POLICY_PRODUCTS)).max(5),
  symbols: z.union([z.literal('all'), z.array(zSymbol).max(500)]),
  maxOrder: zMoney,
  maxDay: zMoney,
  maxSymbolDay: zMoney.nullable(),
  maxProductDay: zMoney.nullable(),
  /** The maximum number of orders between two midnights in New York. */
  ordersPerDay: z.number().int().min(1).max(1_000),
  maxQuantity: zDecimal.nullable(),
  maxWorking: z.number().int().min(0).max(200),
  maxPending: z.number().int().min(1).max(50),
  maxPerMinute: z.number().int().min(1).max(60),
  hours: z.enum(['regular', 'extended', 'any']),
  validMinutes: z.number().int().min(1).max(480),
  /**
   * Auto-approve rules, in practice and sandbox only, each with a limit and an end (CONFIRM-33).
   */
  allow: z.array(AutoApproveRule).max(20),
}

/**
 * The rights of a connection. Main evaluates them in this order: halt, deny, ask, limits. Money is
 * in US dollars. Null limits do not apply; an empty list of accounts means none.
 */
export const Policy = asReadonly(z.strictObject(policyMembers))
export type Policy = z.output<typeof Policy>

/** True when an order of this value is within what is left of the rule's total. */
export const fitsTotal = ({ total, used }: AutoApproveRule, value: Money): boolean =>
  lte(add(used, value), total)
