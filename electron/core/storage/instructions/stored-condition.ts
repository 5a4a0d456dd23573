import { z } from 'zod'
import {
  PRICE_COMPARISONS,
  type WakeCondition,
} from '../../../../shared/domain/instructions/wake-condition.js'
import { zAccountId, zClientOrderId, zDecimal, zPrice, zSymbol, zTime } from '../stored-values.js'

/** What wakes a waiting instruction, as stored. */
export const zStoredCondition: z.ZodType<WakeCondition> = z.discriminatedUnion('kind', [
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
  z.strictObject({ kind: z.literal('alert'), seen: z.string().max(500) }),
])
