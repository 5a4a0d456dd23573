import { z } from 'zod'
import type { Message, MessageParam } from './message.js'

const zParam: z.ZodType<MessageParam, MessageParam> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(zParam),
    z.record(z.string(), zParam),
  ]),
) as z.ZodType<MessageParam, MessageParam>

/** A message of the catalog, as files hold it. */
export const zMessage: z.ZodType<Message, Message> = z.strictObject({
  code: z.string().min(1),
  params: z.record(z.string(), zParam).optional(),
}) as z.ZodType<unknown> as z.ZodType<Message, Message>
