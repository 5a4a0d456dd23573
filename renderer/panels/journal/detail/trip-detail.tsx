import { useRef, useState, type KeyboardEvent } from 'react'
import type { JournalState, JournalTrip } from '../../../../shared/domain/account/journal.js'
import type { TripNotes, TripRef } from '../../../../shared/domain/account/journal-notes.schema.js'
import { instrumentName } from '../../../format/instrument-name.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { fieldsOf } from '../../../ui/records/record-columns.js'
import { RecordDetail } from '../../../ui/records/record-detail.js'
import type { Column } from '../../../ui/table/column.js'
import { legPrices } from '../journal-columns.js'
import { tripInstrument } from '../trip-instrument.js'
import { NotesProblem } from './notes-problem.js'
import { TagField } from './tag-field.js'
import { TripPictures } from './trip-pictures.js'
import { useNoteDraft, type NoteDraft } from './use-note-draft.js'
import { useTripNotes, type EditedNotes } from './use-trip-notes.js'
import { MAX_NOTE_CHARS } from '../../../../shared/domain/account/journal-notes.js'
import { Field } from '../../../ui/field.js'

export interface TripDetailProps {
  readonly trip: JournalTrip
  readonly state: JournalState
  readonly columns: readonly Column<JournalTrip>[]
  readonly onNotes: (trip: TripRef, notes: TripNotes) => void
  readonly onClose: () => void
}

/** The columns whose content the editor shows. */
const EDITED: ReadonlySet<string> = new Set(['note', 'tags'])

/** A round trip with all its fields, and what the person writes and attaches to it. */
export function TripDetail({ trip, state, columns, onNotes, onClose }: TripDetailProps) {
  const { journal: text, instruments } = usePanelText()
  const edited = useTripNotes(state.accountId, trip, onNotes)
  const { notes, problem } = edited
  const draft = useNoteDraft(trip.notes.note, (note) => edited.edit('note', { note }))
  const isUnsaved = useRef(false)
  const close = async (): Promise<void> => {
    // A note that cannot be stored is not lost by closing once; the second time is on purpose.
    if (isUnsaved.current || (await draft.flush())) return onClose()
    isUnsaved.current = true
  }
  const problemOf = (part: 'note' | 'tags') => (problem?.part === part ? problem.text : null)
  const fields = fieldsOf(
    columns.filter(({ id }) => !EDITED.has(id)),
    trip,
  )
  return (
    <RecordDetail
      title={text.tripTitle(instrumentName(tripInstrument(trip), instruments))}
      sections={[
        { title: null, fields },
        ...(trip.legs.length < 2
          ? []
          : [{ title: text.heads.legs, fields: legPrices(trip, instruments) }]),
      ]}
      onClose={() => void close()}
      after={
        <>
          <TripPictures accountId={state.accountId} instrument={trip.key} edited={edited} />
          <RemoveAll notes={notes} edited={edited} onRemoved={() => draft.replace('')} />
        </>
      }
    >
      <section className="journal-edit" data-testid="journal-edit">
        <NotesProblem phase={state.notes.phase} />
        <NoteField draft={draft} problem={problemOf('note')} />
        <TagField
          tags={notes.tags}
          known={state.notes.tags}
          problem={problemOf('tags')}
          onTags={(tags) => edited.edit('tags', { tags })}
        />
      </section>
    </RecordDetail>
  )
}

/** Removes everything that was added; confirmed, because nothing brings it back. */
function RemoveAll({
  notes,
  edited,
  onRemoved,
}: {
  readonly notes: TripNotes
  readonly edited: EditedNotes
  readonly onRemoved: () => void
}) {
  const text = usePanelText().journal.notes
  const [isRemoving, setRemoving] = useState(false)
  const remove = async (): Promise<void> => {
    if (await edited.removeAll()) onRemoved()
    setRemoving(false)
  }
  if (notes.note === '' && notes.tags.length === 0 && notes.pictures.length === 0) return null
  return (
    <div className="journal-pictures-bar">
      {isRemoving ? (
        <>
          <Button size="small" variant="danger" onClick={() => void remove()} autoFocus>
            {text.confirmRemoveAll}
          </Button>
          <Button size="small" onClick={() => setRemoving(false)}>
            {text.keepAll}
          </Button>
        </>
      ) : (
        <Button size="small" variant="quiet" onClick={() => setRemoving(true)}>
          {text.removeAll}
        </Button>
      )}
    </div>
  )
}

/** The note: Enter and leaving the field store it, Escape brings back what was there. */
function NoteField({
  draft,
  problem,
}: {
  readonly draft: NoteDraft
  readonly problem: string | null
}) {
  const text = usePanelText().journal.notes
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void draft.flush()
      draft.begin()
    }
    // An Escape without a change closes the dialog.
    if (event.key === 'Escape' && draft.restore()) event.stopPropagation()
  }
  return (
    <Field label={text.note} hint={text.noteHint} problem={problem}>
      {(wiring) => (
        <textarea
          {...wiring}
          className="input area"
          rows={3}
          maxLength={MAX_NOTE_CHARS}
          value={draft.text}
          placeholder={text.notePlaceholder}
          onFocus={draft.begin}
          onBlur={() => void draft.flush()}
          onChange={(event) => draft.setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  )
}
