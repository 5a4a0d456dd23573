import { z } from 'zod'
import { storedAs } from '../stored-as.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.js'
import { COMBO_ROLES } from '../../../../shared/domain/orders/order-types.js'
import { storedOrder, zStoredOrder } from '../stored-order.js'
import { OrderChange, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { zAccountId, zClientOrderId } from '../../../../shared/domain/scalars.schema.js'

/** The maximum number of other orders of a combination in one change (TRADING-4.3). */
const MAX_OTHERS = 6
const zMember = z.strictObject({
  clientOrderId: zClientOrderId,
  change: OrderChange,
  before: zStoredOrder,
})

const zStoredMembers = z
  .array(z.strictObject({ role: z.enum(COMBO_ROLES), draft: OrderDraft }))
  .max(MAX_OTHERS)
  .optional()

/** The action of an instruction, as stored. */
export const zStoredAction = storedAs<InstructionAction>()(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('place'),
      draft: OrderDraft,
      exits: zStoredMembers,
      linked: zStoredMembers,
    }),
    z.strictObject({
      kind: z.literal('replace'),
      accountId: zAccountId,
      clientOrderId: zClientOrderId,
      change: OrderChange,
      before: zStoredOrder,
      others: z.array(zMember).max(MAX_OTHERS).optional(),
    }),
    z.strictObject({
      kind: z.literal('cancel'),
      accountId: zAccountId,
      clientOrderId: zClientOrderId,
      before: zStoredOrder,
    }),
  ]),
)

/** The action of an instruction as it is written: its orders as {@link storedOrder} writes them. */
export function storedAction(action: InstructionAction): unknown {
  if (action.kind === 'place') return action
  const before = storedOrder(action.before)
  if (action.kind === 'cancel' || action.others === undefined) return { ...action, before }
  const others = action.others.map((other) => ({ ...other, before: storedOrder(other.before) }))
  return { ...action, before, others }
}
