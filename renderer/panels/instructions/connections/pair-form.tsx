import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Pairing } from '../../../../shared/domain/instructions/connection.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { Field, TextInput } from '../../../ui/field.js'
import { useRequest } from '../../../ui/use-request.js'
const MAX_NAME_CHARS = 80

/** Takes a name and creates a key for a new assistant. */
export function PairForm({
  first,
  onPaired,
}: {
  readonly first: boolean
  readonly onPaired: (pairing: Pairing) => void
}) {
  const text = usePanelText()
  const scorecardText = text.scorecard
  const messages = text.instructions.pair
  const { session } = useMainWindow()
  const live = useSlice(
    session,
    (state) => state.value !== null && state.value.environment !== 'practice',
  )
  const { request, busy } = useRequest('toast')
  const [name, setName] = useState('')
  const [shadow, setShadow] = useState(false)
  const plain = plainLine(name, MAX_NAME_CHARS)
  const pair = (): void =>
    void request('assistants.pair', { name: plain, shadow: live && shadow }).then((made) => {
      if (made === null) return
      setName('')
      onPaired(made)
    })
  return (
    <form
      className="pair"
      aria-label={messages.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (plain !== '' && !busy) pair()
      }}
    >
      <h3>{messages.title}</h3>
      <p>{first ? messages.introFirst : messages.intro}</p>
      <div className="pair-row">
        <Field label={messages.name}>
          {(wiring) => (
            <TextInput
              {...wiring}
              data-testid="pair-name"
              placeholder={messages.nameHint}
              maxLength={MAX_NAME_CHARS}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          icon={KeyRound}
          data-testid="pair"
          disabled={busy || plain === ''}
        >
          {messages.do}
        </Button>
      </div>
      {live && (
        <label className="choice flush">
          <input
            type="checkbox"
            checked={shadow}
            onChange={(event) => setShadow(event.target.checked)}
          />
          {scorecardText.choose}
        </label>
      )}
    </form>
  )
}
