import { useState } from 'react'
import type { JournalTrip } from '../../../../shared/domain/account/journal.js'
import type { NotesEdit } from '../../../../shared/domain/account/journal-notes.js'
import type { TripNotes, TripRef } from '../../../../shared/domain/account/journal-notes.schema.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import type { Result } from '../../../../shared/domain/result.js'
import { problemOf } from '../../../language/use-problem.js'
import { useText, type LocalizedText } from '../../../language/window-text.js'
import { useMainWindow } from '../../../stores/context.js'

type NotesReply = Promise<Result<TripNotes, AppError>>
/** The part of the editor that a change belongs to: a problem is shown there. */
export type NotesPart = 'note' | 'tags' | 'pictures'

interface NotesProblem {
  readonly part: NotesPart
  readonly write: LocalizedText
}

export interface EditedNotes {
  readonly notes: TripNotes
  readonly problem: { readonly part: NotesPart; readonly text: string } | null
  readonly setProblem: (part: NotesPart, text: LocalizedText) => void
  readonly edit: (part: NotesPart, edit: NotesEdit) => Promise<boolean>
  readonly attach: (symbol: string, png: string) => Promise<boolean>
  readonly removePicture: (pictureId: string) => Promise<boolean>
  readonly removeAll: () => Promise<boolean>
}

/** Changes the notes of a round trip; each change is shown once main has stored it. */
export function useTripNotes(
  accountId: AccountId,
  trip: JournalTrip,
  onNotes: (trip: TripRef, notes: TripNotes) => void,
): EditedNotes {
  const { invoke } = useMainWindow()
  const [notes, setNotes] = useState(trip.notes)
  const text = useText()
  const [problem, setShown] = useState<NotesProblem | null>(null)
  const ref: TripRef = { tripId: trip.id, key: trip.key }
  const run = async (part: NotesPart, reply: NotesReply): Promise<boolean> => {
    const answer = await reply
    if (!answer.ok) {
      setShown({ part, write: problemOf(answer.error) })
      return false
    }
    setShown((before) => (before?.part === part ? null : before))
    setNotes(answer.value)
    onNotes(ref, answer.value)
    return true
  }
  return {
    notes,
    problem: problem === null ? null : { part: problem.part, text: problem.write(text) },
    setProblem: (part, write) => setShown({ part, write }),
    edit: (part, { note, tags }) =>
      run(
        part,
        invoke('journal.edit-notes', {
          accountId,
          ...ref,
          ...(note === undefined ? {} : { note }),
          ...(tags === undefined ? {} : { tags: [...tags] }),
        }),
      ),
    attach: (symbol, png) =>
      run('pictures', invoke('journal.attach-picture', { accountId, ...ref, symbol, png })),
    removePicture: (pictureId) =>
      run('pictures', invoke('journal.remove-picture', { accountId, ...ref, pictureId })),
    removeAll: () => run('note', invoke('journal.remove-notes', { accountId, ...ref })),
  }
}
