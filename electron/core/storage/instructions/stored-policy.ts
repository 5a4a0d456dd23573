import { z } from 'zod'
import type { HostedScope } from '../../../../shared/domain/instructions/connection.js'
import {
  POLICY_PRODUCTS,
  type AutoApproveRule,
  type Policy,
} from '../../../../shared/domain/instructions/policy.js'
import { TOOLSETS } from '../../../../shared/domain/instructions/toolset.js'
import {
  textSchema as text,
  zAccountId,
  zDecimal,
  zMoney,
  zSymbol,
  zTime,
} from '../../../../shared/domain/scalars.schema.js'

/** An auto-approve rule, as stored. */
export const zStoredRule = z.strictObject({
  symbol: zSymbol,
  maxOrder: zMoney,
  total: zMoney,
  used: zMoney,
  until: zTime,
}) satisfies z.ZodType<AutoApproveRule>

/** The rights of a connection, as stored. */
export const zStoredPolicy = z.strictObject({
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
  allow: z.array(zStoredRule).max(20),
}) satisfies z.ZodType<Policy>

/** The rights of a client of the provider's hosted server, as stored. */
export const zStoredHostedScope = z.strictObject({
  scopes: z.array(text(40)).max(20),
  accounts: z.array(zAccountId).max(50),
}) satisfies z.ZodType<HostedScope>
