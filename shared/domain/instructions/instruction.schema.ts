import { ComboMember, OrderChange, OrderDraft, type Order } from '../orders/order.js'
import { z } from 'zod'
import {
  zAccountId,
  zClientOrderId,
  hexSchema,
  zQuantity,
  zMoney,
  zPrice,
  zDigest,
  textSchema,
} from '../scalars.schema.js'
import type { InstructionId, ConnectionId, WaitingId } from '../ids.js'
import { asReadonly } from '../readonly-schema.js'

export const zInstructionId = hexSchema<InstructionId>(32)

export const zWaitingId = hexSchema<WaitingId>(32)

export const zConnectionId = hexSchema<ConnectionId>(16)

/** The person's changes before approving. Absent members were approved as requested. */
export const Amendment = asReadonly(
  z.strictObject({
    quantity: zQuantity.optional(),
    amount: zMoney.optional(),
    limitPrice: zPrice.optional(),
    stopPrice: zPrice.optional(),
  }),
)

export type Amendment = z.output<typeof Amendment>

/**
 * The decision of the confirm window: approve or decline, and for which digest; never the order
 * itself (CONFIRM-1).
 */
export const Decision = asReadonly(
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

export type Decision = z.output<typeof Decision>

/** The maximum number of other orders of a combination in one change (TRADING-4.3). */
const MAX_OTHERS = 6

/**
 * The action that an assistant requests. `exits` are sent with a new order and close what it opens;
 * `linked` are sent with it too, but each is an order of its own: orders that it starts (OTO,
 * OTOCO), or orders that a fill of one cancels (OCO). `before` is the order at the time of
 * the request, in the form that `order` parses; `others` change with it, all or none.
 */
export const actionSchema = (order: z.ZodType<Order>) => {
  const members = z.array(ComboMember).max(MAX_OTHERS).optional()
  const other = z.strictObject({
    clientOrderId: zClientOrderId,
    change: OrderChange,
    before: order,
  })
  return asReadonly(
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('place'),
        draft: OrderDraft,
        exits: members,
        linked: members,
      }),
      z.strictObject({
        kind: z.literal('replace'),
        accountId: zAccountId,
        clientOrderId: zClientOrderId,
        change: OrderChange,
        before: order,
        others: z.array(other).max(MAX_OTHERS).optional(),
      }),
      z.strictObject({
        kind: z.literal('cancel'),
        accountId: zAccountId,
        clientOrderId: zClientOrderId,
        before: order,
      }),
    ]),
  )
}
export type InstructionAction = z.output<ReturnType<typeof actionSchema>>
/** The change of another order of the combination, with the order at the time of the request. */
export type MemberReplace = NonNullable<
  Extract<InstructionAction, { readonly kind: 'replace' }>['others']
>[number]
