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
