import * as z from 'zod/mini'

/**
 * The members of saved orders that the window itself relies on. The page wrote them, and main
 * checks every draft again before it is sent.
 */
export const zSavedDraft = z.looseObject({
  accountId: z.string(),
  assetClass: z.string(),
  symbol: z.string(),
  side: z.string(),
  type: z.string(),
  timeInForce: z.string(),
  size: z.looseObject({ kind: z.enum(['quantity', 'amount']) }),
})

const zOrder = z.looseObject({ clientOrderId: z.string(), status: z.string() })

export const zSavedOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sending') }),
  z.object({ kind: z.literal('acknowledged'), order: zOrder }),
  z.object({
    kind: z.literal('rejected'),
    order: z.nullable(zOrder),
    code: z.string(),
    reason: z.looseObject({ code: z.string() }),
  }),
  z.object({ kind: z.literal('denied'), reasons: z.array(z.looseObject({ code: z.string() })) }),
  z.object({ kind: z.literal('unknown'), order: z.nullable(zOrder) }),
  z.object({ kind: z.literal('failed'), error: z.looseObject({ code: z.string() }) }),
])
