import { z } from 'zod'
import { mirror } from '../../../../shared/domain/readonly-schema.js'
import {
  PRICE_COMPARISONS,
  type WakeCondition,
} from '../../../../shared/domain/instructions/wake-condition.js'
import {
  zAccountId,
  zClientOrderId,
  zDecimal,
  zPrice,
  zSymbol,
  zTime,
  zTradingSymbol,
} from '../../../../shared/domain/scalars.schema.js'

/** The longest description of a firing that the file holds. */
export const MAX_SEEN_CHARS = 500

/** What wakes a waiting instruction, as stored. */
export const zStoredCondition = mirror<WakeCondition>()(
  z.discriminatedUnion('kind', [
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
      symbol: zTradingSymbol,
      when: z.enum(['filled', 'ended']),
    }),
    z.strictObject({ kind: z.literal('alert'), seen: z.string().max(MAX_SEEN_CHARS) }),
  ]),
)
