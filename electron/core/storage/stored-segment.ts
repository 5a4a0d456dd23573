import { z } from 'zod'
import type { JournalSegment } from '../ports.js'
import { mirror } from '../../../shared/domain/readonly-schema.js'

/** A segment of a journal's archive, as a checkpoint names it. */
export const zSegment = mirror<JournalSegment>()(
  z.strictObject({
    number: z.number().int().min(1),
    bytes: z.number().int().min(0),
    sum: z.string().length(8),
  }),
)
