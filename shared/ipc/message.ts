import { z } from 'zod'
import { MAX_PARAM_CHARS, type Message, type MessageParam } from '../messages/message.js'

const MAX_ITEMS = 50
const zParam: z.ZodType<MessageParam> = z.lazy(() =>
  z.union([
    z.string().max(MAX_PARAM_CHARS),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(zParam).max(MAX_ITEMS),
    z.record(z.string().max(40), zParam),
  ]),
) as z.ZodType<MessageParam>

/** A message of the catalog in the form sent to a window. */
export const zMessage: z.ZodType<Message> = z.strictObject({
  code: z.string().max(80),
  params: z.record(z.string().max(40), zParam).optional(),
}) as z.ZodType<Message>
