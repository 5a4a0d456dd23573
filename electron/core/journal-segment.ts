import { z } from 'zod'
import { asReadonly } from '../../shared/domain/readonly-schema.js'

/** A part of a journal that was moved to a file of its own and does not change any more. */
export const JournalSegment = asReadonly(
  z.strictObject({
    /** Counted from 1, oldest first. */
    number: z.number().int().min(1),
    bytes: z.number().int().min(0),
    /** CRC-32 of the file, in hexadecimal. */
    sum: z.string().length(8),
  }),
)
export type JournalSegment = z.output<typeof JournalSegment>
