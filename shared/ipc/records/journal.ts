import { z } from 'zod'
import { MAX_NOTE_CHARS, MAX_TAGS, MAX_TAG_CHARS } from '../../domain/account/journal-notes.js'
import { tripRefMembers } from '../../domain/account/journal-notes.schema.js'
import { zAccountId } from '../../domain/scalars.schema.js'
import { zInstrumentKey } from '../../domain/instruments/instrument-key.schema.js'

const MAX_KEY_CHARS = 128
/** The key of an instrument as a window names it. */
export const zNamedInstrument = zInstrumentKey.refine((key) => key.length <= MAX_KEY_CHARS)

/** The symbol of a chart. */
export const zChartSymbol = z.string().regex(/^[\w.:/-]{1,48}$/)

/** Names a round trip of an account. */
export const zTripRef = {
  accountId: zAccountId,
  tripId: tripRefMembers.tripId,
  key: zNamedInstrument,
}
/** Longer than what is stored: spaces are removed first. */
export const zNotesEdit = {
  note: z
    .string()
    .max(MAX_NOTE_CHARS * 2)
    .optional(),
  tags: z
    .array(z.string().max(MAX_TAG_CHARS * 4))
    .max(MAX_TAGS * 2)
    .optional(),
}

export const zTag = z.string().max(MAX_TAG_CHARS)
