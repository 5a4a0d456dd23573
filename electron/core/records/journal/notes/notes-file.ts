import { z } from 'zod'
import {
  tripNoteMembers,
  tripRefMembers,
} from '../../../../../shared/domain/account/journal-notes.schema.js'
import { asReadonly } from '../../../../../shared/domain/readonly-schema.js'
import { zTime } from '../../../../../shared/domain/scalars.schema.js'

/** The version of the file. */
export const JOURNAL_NOTES_VERSION = 1

/** The notes of one round trip, as stored. */
const NoteEntry = asReadonly(
  z.strictObject({ ...tripRefMembers, closedAt: zTime, ...tripNoteMembers }),
)
export type NoteEntry = z.output<typeof NoteEntry>

/** What a person wrote about the round trips of one account, as stored. */
const zFile = z.strictObject({
  v: z.literal(JOURNAL_NOTES_VERSION),
  entries: z.array(NoteEntry),
})

/** Reads the stored notes; null for a text that cannot be read. */
export function parseJournalNotes(text: string): readonly NoteEntry[] | null {
  try {
    return zFile.parse(JSON.parse(text)).entries
  } catch {
    return null
  }
}

export const writeJournalNotes = (entries: readonly NoteEntry[]): string =>
  JSON.stringify({ v: JOURNAL_NOTES_VERSION, entries })
