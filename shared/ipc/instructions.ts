import { z } from 'zod'
import type { Decision } from '../domain/instructions/card.js'
import { POLICY_PRODUCTS, type Policy } from '../domain/instructions/policy.js'
import type { Amendment, ConnectionId, InstructionId } from '../domain/instructions/instruction.js'
import type { WaitingId } from '../domain/instructions/waiting-instruction.js'
import { TOOLSETS } from '../domain/instructions/toolset.js'
import { mirror } from './mirror.js'
import {
  zAccountId,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zSymbol,
  zTime,
  textSchema,
  hexSchema,
  zDigest,
} from '../domain/scalars.schema.js'

export const zInstructionId = hexSchema<InstructionId>(32)
export const zWaitingId = hexSchema<WaitingId>(32)
export const zConnectionId = hexSchema<ConnectionId>(16)
/**
 * The decision of the confirm window: approve or decline, and for which digest; never the order
 * itself (CONFIRM-1).
 */
export const zDecision = mirror<Decision>()(
  z.strictObject({
    id: zInstructionId,
    digest: zDigest,
    nonce: hexSchema<string>(32),
    decision: z.enum(['approve', 'decline']),
    /** Codes of the acknowledged dangers; all of the card's are required (CONFIRM-16). */
    acknowledged: z.array(textSchema(40)).max(10),
    typedQuantity: textSchema(40).nullable(),
    why: textSchema(280).nullable(),
    pauseMinutes: z.number().int().min(1).max(1_440).nullable(),
  }),
)

export const zAmendment = mirror<Amendment>()(
  z.strictObject({
    quantity: zQuantity.optional(),
    amount: zMoney.optional(),
    limitPrice: zPrice.optional(),
    stopPrice: zPrice.optional(),
  }),
)

/**
 * The rights of a connection. Main evaluates them in this order: halt, deny, ask, limits. Money is
 * in US dollars. Null limits do not apply; an empty list of accounts means none.
 */
export const zPolicy = mirror<Policy>()(
  z.strictObject({
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
    allow: z
      .array(
        z.strictObject({
          symbol: zSymbol,
          maxOrder: zMoney,
          total: zMoney,
          used: zMoney,
          until: zTime,
        }),
      )
      .max(20),
  }),
)
