import { z } from 'zod'
import {
  TRANSFER_DIRECTIONS,
  TRANSFER_EXTENTS,
  TRANSFER_METHODS,
  TRANSFER_STATUSES,
  type TransferFilters,
} from '../../domain/account/activity.js'
import { mirror } from '../../domain/readonly-schema.js'

const text = z.string().max(400)
export const zTransferFilters = mirror<TransferFilters>()(
  z.strictObject({
    method: z.enum(TRANSFER_METHODS).nullable(),
    direction: z.enum(TRANSFER_DIRECTIONS).nullable(),
    status: z.enum(TRANSFER_STATUSES).nullable(),
    extent: z.enum(TRANSFER_EXTENTS).nullable(),
    group: text.min(1).nullable(),
  }),
)
