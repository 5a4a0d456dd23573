import { z } from 'zod'
import { zModifyOrder, zNewOrder } from '../../../shared/wire/families/trading/orders.js'

/**
 * The requested action: a new order, a change or a cancellation; the account is stored beside it.
 */
export const zRequestedAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), order: zNewOrder }),
  z.object({
    kind: z.literal('replace'),
    order: zModifyOrder,
    others: z.array(zModifyOrder).optional(),
  }),
  z.object({ kind: z.literal('cancel'), client_order_id: z.string() }),
])
export type RequestedAction = z.infer<typeof zRequestedAction>

/** The provider's four statuses (MCP-1). */
export const zStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'])

export const zInstruction = z.object({
  id: z.string(),
  userId: z.string(),
  accountId: z.string(),
  clientId: z.string(),
  clientName: z.string(),
  /**
   * The caller's own key identifies a repeated call; the digest of the request distinguishes a
   * repetition from a different request.
   */
  key: z.string(),
  digest: z.string(),
  ask: zRequestedAction,
  reason: z.string(),
  status: zStatus,
  createdAt: z.number().int(),
  expiresAt: z.number().int(),
  /** The order (or, for a change, the attempt) that Countersign named, and when. */
  taken: z.object({ clientOrderId: z.string(), at: z.number().int() }).nullable(),
  ended: z.object({ at: z.number().int(), detail: z.string() }).nullable(),
  /** The members that the person changed before approving, by wire name. */
  changed: z.record(z.string(), z.object({ asked: z.string(), approved: z.string() })),
})
export type Instruction = z.infer<typeof zInstruction>
export const zInstructions = z.array(zInstruction)

/**
 * Returns the order that an approved instruction became or acts on. For a change, the id that
 * Countersign names is its own attempt, not an order.
 */
export function orderOf({ ask, taken }: Instruction): string | null {
  switch (ask.kind) {
    case 'place':
      return taken?.clientOrderId ?? null
    case 'replace':
      return ask.order.client_order_id
    case 'cancel':
      return ask.client_order_id
  }
}
