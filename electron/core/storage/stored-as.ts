import type { z } from 'zod'
import type { MirrorOf } from '../../../shared/domain/readonly-schema.js'

/**
 * Declares a schema as the stored form of a type: `storedAs<Order>()(z.strictObject({ … }))`. Does
 * not compile when a member of the type, an optional one too, is missing in the schema, additional
 * or different: the reader of the file would refuse what its writer writes (REL-43). Returns the
 * schema unchanged, typed by the type.
 */
export const storedAs =
  <Value>() =>
  <Schema extends z.ZodType>(schema: MirrorOf<Value, Schema>): z.ZodType<Value> =>
    schema as z.ZodType<unknown> as z.ZodType<Value>
