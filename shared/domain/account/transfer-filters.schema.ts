import { z } from 'zod'
import {
  TRANSFER_METHODS,
  TRANSFER_DIRECTIONS,
  TRANSFER_STATUSES,
  TRANSFER_EXTENTS,
} from './activity.js'
import { asReadonly } from '../readonly-schema.js'

const text = z.string().max(400)

/** Which transfers a list has; null does not filter. */
export const TransferFilters = asReadonly(
  z.strictObject({
    method: z.enum(TRANSFER_METHODS).nullable(),
    direction: z.enum(TRANSFER_DIRECTIONS).nullable(),
    status: z.enum(TRANSFER_STATUSES).nullable(),
    extent: z.enum(TRANSFER_EXTENTS).nullable(),
    /** The associated number that the records of one ACATS transfer share. */
    group: text.min(1).nullable(),
  }),
)
export type TransferFilters = z.output<typeof TransferFilters>
