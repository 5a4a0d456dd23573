import { z } from 'zod'
import {
  MAX_NOTE_CHARS,
  MAX_TAG_CHARS,
  MAX_TAGS,
  MAX_TRIP_PICTURES,
} from '../../../shared/domain/account/journal-notes.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { NoteEntry } from '../records/journal/notes/note-entry.js'
import { hexSchema, zTime } from '../../../shared/domain/scalars.schema.js'

const zKey = z.custom<InstrumentKey>(
  (value) => typeof value === 'string' && /^[a-z]+ \S{1,48}( (yes|no))?$/.test(value),
)

const zPicture = z.strictObject({
  id: hexSchema<string>(32),
  symbol: z.string().min(1).max(48),
  takenAt: zTime,
})

const zEntry = z.strictObject({
  tripId: z.string().min(1).max(400),
  key: zKey,
  closedAt: zTime,
  note: z.string().max(MAX_NOTE_CHARS),
  tags: z.array(z.string().min(1).max(MAX_TAG_CHARS)).max(MAX_TAGS),
  pictures: z.array(zPicture).max(MAX_TRIP_PICTURES),
})

/** The version of the file. */
export const JOURNAL_NOTES_VERSION = 1

/** What a person wrote about the round trips of one account, as stored. */
const zStoredNotes = z.strictObject({
  v: z.literal(JOURNAL_NOTES_VERSION),
  entries: z.array(zEntry),
})

/** Reads the stored notes; null for a text that cannot be read. */
export function parseJournalNotes(text: string): readonly NoteEntry[] | null {
  try {
    return zStoredNotes.parse(JSON.parse(text)).entries
  } catch {
    return null
  }
}

export const writeJournalNotes = (entries: readonly NoteEntry[]): string =>
  JSON.stringify({ v: JOURNAL_NOTES_VERSION, entries })
