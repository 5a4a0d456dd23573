import { z } from 'zod'
import type { JournalSegment } from '../ports.js'
import { storedAs } from './stored-as.js'

/** A segment of a journal's archive, as a checkpoint names it. */
export const zSegment = storedAs<JournalSegment>()(
  z.strictObject({
    number: z.number().int().min(1),
    bytes: z.number().int().min(0),
    sum: z.string().length(8),
  }),
)
