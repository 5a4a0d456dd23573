import { useState } from 'react'
import type { JournalState } from '../../../../shared/domain/account/journal.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Select } from '../../../ui/field.js'
import { NotesProblem } from './notes-problem.js'

/** No tag is empty. */
const ALL = ''

/** Returns the tag by which the list is filtered; null for all round trips. */
export function useTagFilter(
  state: JournalState | null,
): readonly [string | null, (tag: string | null) => void] {
  const [tag, setTag] = useState<string | null>(null)
  const isUsed = tag !== null && state?.notes.tags.includes(tag) === true
  return [isUsed ? tag : null, setTag]
}

/** The choice of a tag, once there is one, and why notes are missing. */
export function TagFilter({
  state,
  tag,
  onTag,
}: {
  readonly state: JournalState | null
  readonly tag: string | null
  readonly onTag: (tag: string | null) => void
}) {
  const text = usePanelText().journal.notes
  if (state === null) return null
  return (
    <>
      {state.notes.tags.length > 0 && (
        <Select<string>
          aria-label={text.tagFilter}
          value={tag ?? ALL}
          onValue={(value) => onTag(value === ALL ? null : value)}
          options={[
            { value: ALL, label: text.allTags },
            ...state.notes.tags.map((value) => ({ value, label: value })),
          ]}
        />
      )}
      <NotesProblem phase={state.notes.phase} />
    </>
  )
}
