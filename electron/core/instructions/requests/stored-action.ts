import {
  actionSchema,
  type InstructionAction,
} from '../../../../shared/domain/instructions/instruction.schema.js'
import { z } from 'zod'
import { asReadonly } from '../../../../shared/domain/readonly-schema.js'
import { orderMembers, type Order } from '../../../../shared/domain/orders/order.js'
import { textSchema } from '../../../../shared/domain/scalars.schema.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

const MAX_NOTE_CHARS = 500

/** An order as stored. */
export const zStoredOrder = asReadonly(
  z.strictObject({
    ...orderMembers,
    note: textSchema(MAX_NOTE_CHARS)
      .nullable()
      .transform((note) => (note === null ? null : foreign(note))),
  }),
)

/** An order as it is written: its note in English, which is read back as a foreign text. */
export const storedOrder = (
  order: Order,
): Omit<Order, 'note'> & { readonly note: string | null } => ({
  ...order,
  note: order.note === null ? null : inEnglish(order.note).slice(0, MAX_NOTE_CHARS),
})

/** The action of an instruction, as stored. */
export const zStoredAction = actionSchema(zStoredOrder)

/** The action of an instruction as it is written: its orders as {@link storedOrder} writes them. */
export function storedAction(action: InstructionAction): unknown {
  if (action.kind === 'place') return action
  const before = storedOrder(action.before)
  if (action.kind === 'cancel' || action.others === undefined) return { ...action, before }
  const others = action.others.map((other) => ({ ...other, before: storedOrder(other.before) }))
  return { ...action, before, others }
}
