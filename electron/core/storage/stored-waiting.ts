import { z } from 'zod'
import {
  HOLD_REASONS,
  PRICE_COMPARISONS,
  type EvaluationGap,
  type WaitingId,
  type WakeCondition,
} from '../../../shared/domain/instructions/waiting-instruction.js'
import { zStoredAction } from './stored-instruction.js'
import {
  idSchema,
  textSchema as text,
  zAccountId,
  zClientOrderId,
  zConnectionId,
  zDecimal,
  zDigest,
  zPrice,
  zSymbol,
  zTime,
} from './stored-values.js'

/** A request has at most as many actions as a batch. */
const MAX_ACTIONS = 20

export const zWaitingId = idSchema<WaitingId>(32)

/** What wakes a waiting instruction, as stored. */
const zCondition: z.ZodType<WakeCondition> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price'),
    symbol: zSymbol,
    when: z.enum(PRICE_COMPARISONS),
    price: zPrice,
    startedBelow: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('change'),
    symbol: zSymbol,
    when: z.enum(['above', 'below']),
    ratio: zDecimal,
  }),
  z.strictObject({ kind: z.literal('time'), time: zTime }),
  z.strictObject({
    kind: z.literal('order'),
    accountId: zAccountId,
    clientOrderId: zClientOrderId,
    symbol: zSymbol,
    when: z.enum(['filled', 'ended']),
  }),
])

/** A waiting instruction as it was requested. */
export const zStoredWaiting = z.strictObject({
  id: zWaitingId,
  connectionId: zConnectionId,
  connectionName: text(80),
  key: z.string().min(1).max(200),
  requestDigest: zDigest,
  reason: text(280),
  actions: z.array(zStoredAction).min(1).max(MAX_ACTIONS),
  condition: zCondition,
  createdAt: zTime,
  expiresAt: zTime,
})

/** A period without evaluation, as stored. */
export const zStoredGap: z.ZodType<EvaluationGap> = z.strictObject({
  from: zTime,
  to: zTime,
  why: z.enum(HOLD_REASONS),
})
