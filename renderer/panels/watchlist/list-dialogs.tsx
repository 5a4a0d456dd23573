import { useState } from 'react'
import { MAX_LIST_NAME } from '../../../shared/domain/reference/watchlist-book.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, TextInput } from '../../ui/field.js'
import { Segments } from '../../ui/segments.js'

export interface NamedList {
  readonly name: string
  readonly atBroker: boolean
}

/** Names a list, and for a new one says where it is stored. */
export function ListDialog({
  title,
  name: before = '',
  asksWhere = false,
  onSave,
  onClose,
}: {
  readonly title: string
  readonly name?: string
  readonly asksWhere?: boolean
  /** Returns whether it was saved. */
  readonly onSave: (list: NamedList) => Promise<boolean>
  readonly onClose: () => void
}) {
  const text = useText().watchlist.lists
  const [name, setName] = useState(before)
  const [place, setPlace] = useState<'broker' | 'here'>('broker')
  const save = async (): Promise<void> => {
    if (await onSave({ name, atBroker: asksWhere && place === 'broker' })) onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" disabled={name.trim() === ''} onClick={() => void save()}>
            {text.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void save()
        }}
      >
        <Field label={text.name}>
          {(wiring) => (
            <TextInput
              {...wiring}
              value={name}
              maxLength={MAX_LIST_NAME}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {asksWhere && (
          <Segments
            label={text.where}
            value={place}
            onValue={setPlace}
            options={[
              { value: 'broker', label: text.broker },
              { value: 'here', label: text.here },
            ]}
          />
        )}
      </form>
    </Dialog>
  )
}

export function RemoveDialog({
  name,
  onRemove,
  onClose,
}: {
  readonly name: string
  readonly onRemove: () => void
  readonly onClose: () => void
}) {
  const text = useText().watchlist.lists
  return (
    <Dialog
      title={text.removeTitle(name)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{text.keep}</Button>
          <ConfirmButton
            variant="danger"
            onConfirm={() => {
              onRemove()
              onClose()
            }}
          >
            {text.remove}
          </ConfirmButton>
        </>
      }
    >
      <p>{text.removeBody}</p>
    </Dialog>
  )
}
