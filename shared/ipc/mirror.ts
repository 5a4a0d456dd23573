import type { z } from 'zod'
import type { MirrorOf } from '../domain/readonly-schema.js'

/**
 * Declares a schema as the transport's mirror of a domain type:
 * `mirror<Card>()(z.strictObject({ … }))`. Does not compile when a member is missing, additional or
 * different in either of the two. Returns the schema unchanged, typed by the domain type.
 */
export const mirror =
  <Domain>() =>
  <Schema extends z.ZodType>(schema: MirrorOf<Domain, Schema>): z.ZodType<Domain, Domain> =>
    schema as z.ZodType<unknown> as z.ZodType<Domain, Domain>
