import { z } from 'zod'
import { asReadonly } from '../readonly-schema.js'
import { textSchema, zDecimal, zPrice, zUnknown } from '../scalars.schema.js'
import { OPTION_STYLES, OPTION_TYPES } from './option.js'

/** The option of a leg. Members that the provider did not send are null. */
export const LegOption = asReadonly(
  z.strictObject({
    type: z.union([z.enum(OPTION_TYPES), zUnknown]).nullable(),
    style: z.union([z.enum(OPTION_STYLES), zUnknown]).nullable(),
    strike: zPrice.nullable(),
    /** yyyy-MM-dd. */
    expiration: textSchema(10).nullable(),
    multiplier: zDecimal.nullable(),
    deliverable: textSchema(80).nullable(),
  }),
)
export type LegOption = z.output<typeof LegOption>
