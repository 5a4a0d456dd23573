import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import {
  cleanTag,
  cleanTags,
  MAX_TAG_CHARS,
  MAX_TAGS,
} from '../../../../shared/domain/account/journal-notes.js'
import { usePanelText } from '../../../language/panel-text.js'
import { IconButton } from '../../../ui/button.js'
import { Field, TextInput } from '../../../ui/field.js'

export interface TagFieldProps {
  readonly tags: readonly string[]
  /** The tags of other round trips, to choose from. */
  readonly known: readonly string[]
  readonly problem: string | null
  /** Stores the tags; false when that failed. */
  readonly onTags: (tags: readonly string[]) => Promise<boolean>
}

/** The tags of a round trip: Enter, a comma and leaving the field add what was typed. */
export function TagField({ tags, known, problem, onTags }: TagFieldProps) {
  const text = usePanelText().journal.notes
  const list = useId()
  const [typed, setTyped] = useState('')
  const add = async (entered: string): Promise<void> => {
    if (cleanTag(entered) === '') return setTyped('')
    // What could not be stored stays in the field.
    if (await onTags(cleanTags([...tags, ...entered.split(',')]))) setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (typed === '') return
    if (event.key === 'Enter') void add(typed)
    if (event.key !== 'Escape') return
    setTyped('')
    event.stopPropagation()
  }
  const isFull = tags.length >= MAX_TAGS
  return (
    <div className="journal-tag-field">
      <Field label={text.tags} hint={isFull ? text.tagsFull(MAX_TAGS) : null} problem={problem}>
        {(wiring) => (
          <TextInput
            {...wiring}
            list={list}
            value={typed}
            maxLength={MAX_TAG_CHARS}
            disabled={isFull}
            placeholder={text.tagPlaceholder}
            onChange={({ target: { value } }) =>
              value.includes(',') ? void add(value) : setTyped(value)
            }
            onBlur={() => void add(typed)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <datalist id={list}>
        {known
          .filter((tag) => !tags.includes(tag))
          .map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
      </datalist>
      {tags.length > 0 && (
        <ul className="journal-tags" aria-label={text.tags}>
          {tags.map((tag) => (
            <li key={tag} className="journal-tag">
              {tag}
              <IconButton
                icon={X}
                size="small"
                label={text.removeTag(tag)}
                onClick={() => void onTags(tags.filter((other) => other !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
