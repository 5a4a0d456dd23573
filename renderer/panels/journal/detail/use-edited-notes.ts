import { useCallback, useState } from 'react'
import type { JournalTrip } from '../../../../shared/domain/account/journal.js'
import type { TripNotes, TripRef } from '../../../../shared/domain/account/journal-notes.schema.js'

const nameOf = ({ tripId, key }: TripRef): string => `${key} ${tripId}`

/**
 * Returns the notes of round trips with those that were written in this window since the list was
 * read: reading the list again at every change would lose the place in it.
 */
export function useEditedNotes(): {
  readonly notesOf: (trip: JournalTrip) => TripNotes
  readonly onNotes: (trip: TripRef, notes: TripNotes) => void
} {
  const [edited, setEdited] = useState<ReadonlyMap<string, TripNotes>>(new Map())
  const notesOf = useCallback(
    ({ id, key, notes }: JournalTrip) => edited.get(nameOf({ tripId: id, key })) ?? notes,
    [edited],
  )
  const onNotes = useCallback(
    (trip: TripRef, notes: TripNotes) =>
      setEdited((before) => new Map(before).set(nameOf(trip), notes)),
    [],
  )
  return { notesOf, onNotes }
}
