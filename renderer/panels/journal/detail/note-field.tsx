import type { KeyboardEvent } from 'react'
import { MAX_NOTE_CHARS } from '../../../../shared/domain/account/journal-notes.js'
import { useText } from '../../../language/window-text.js'
import { Field } from '../../../ui/field.js'
import type { NoteDraft } from './use-note-draft.js'

/** The note: Enter and leaving the field store it, Escape brings back what was there. */
export function NoteField({
  draft,
  problem,
}: {
  readonly draft: NoteDraft
  readonly problem: string | null
}) {
  const text = useText().journal.notes
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
