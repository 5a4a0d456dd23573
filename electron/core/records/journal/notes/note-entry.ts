import { NO_NOTES } from '../../../../../shared/domain/account/journal-notes.js'
import {
  type TripNotes,
  type TripRef,
} from '../../../../../shared/domain/account/journal-notes.schema.js'
import type { NoteEntry } from './notes-file.js'

/** What identifies a round trip, now and after its records are read from the broker again. */
export type NotedTrip = Pick<NoteEntry, 'tripId' | 'key' | 'closedAt'>

/** True while nothing is written and nothing is attached. */
export const isEmpty = ({ note, tags, pictures }: TripNotes): boolean =>
  note === '' && tags.length === 0 && pictures.length === 0

/** Returns what a window sees of an entry. */
export const notesOf = (entry: TripNotes | undefined): TripNotes =>
  entry === undefined ? NO_NOTES : { note: entry.note, tags: entry.tags, pictures: entry.pictures }

const exactly = ({ tripId, key }: TripRef): string => `${key} ${tripId}`
const byEnd = ({ key, closedAt }: NotedTrip): string => `${key} ${closedAt}`

/**
 * Finds the entries of round trips. The event that began a trip has the broker's own id, which
 * survives reading everything again. Where the broker lists a shorter history than before, a trip
 * may begin with another event; then its end identifies it.
 */
export class NoteIndex {
  readonly entries: readonly NoteEntry[]
  readonly #exact: ReadonlyMap<string, NoteEntry>
  readonly #ends: ReadonlyMap<string, NoteEntry>

  constructor(entries: readonly NoteEntry[]) {
    this.entries = entries
    this.#exact = new Map(entries.map((entry) => [exactly(entry), entry]))
    this.#ends = new Map(entries.map((entry) => [byEnd(entry), entry]))
  }

  find(trip: NotedTrip): NoteEntry | undefined {
    return this.#exact.get(exactly(trip)) ?? this.#ends.get(byEnd(trip))
  }
}

/** The index of an account without notes. */
export const NO_ENTRIES = new NoteIndex([])
