import { z } from 'zod'
import { asReadonly } from '../readonly-schema.js'
import {
  zAccountId,
  zClientOrderId,
  zDecimal,
  zPrice,
  zSymbol,
  zTime,
  zTradingSymbol,
} from '../scalars.schema.js'

/** The comparisons of a price with a level. `crosses`: from the side that it is on now. */
export const PRICE_COMPARISONS = ['above', 'below', 'crosses'] as const
export type PriceComparison = (typeof PRICE_COMPARISONS)[number]

/** The longest description of what an alert fired by. */
export const MAX_SEEN_CHARS = 500

/**
 * What wakes a waiting instruction. A level itself counts as reached. Times are the exchange's.
 * `startedBelow`: the side of the level on which the price was at the request.
 */
export const WakeCondition = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('price'),
      symbol: zSymbol,
      when: z.enum(PRICE_COMPARISONS),
      price: zPrice,
      startedBelow: z.boolean(),
    }),
    /** `ratio` is the change from the previous close: 0.02 is +2%. */
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
    /** The person's alert fired; `seen` says by what, in English. No request can name it. */
    z.strictObject({ kind: z.literal('alert'), seen: z.string().max(MAX_SEEN_CHARS) }),
  ]),
)
export type WakeCondition = z.output<typeof WakeCondition>
