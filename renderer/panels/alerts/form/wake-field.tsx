import { MAX_WAKE_LABEL } from '../../../../shared/domain/alerts/alert.js'
import type { WaitingRow } from '../../../../shared/domain/instructions/waiting-instruction.js'
import { formatMessage } from '../../../format/message.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { Field, Select } from '../../../ui/field.js'
import type { DraftFieldsProps } from '../draft/alert-draft.js'

const NONE: readonly WaitingRow[] = []

/** Names a waiting instruction by its assistant and its order. */
const labelOf = ({ connectionName, line }: WaitingRow): string =>
  `${connectionName}: ${formatMessage(line)}`.slice(0, MAX_WAKE_LABEL)

/** The assistant's waiting instruction that the alert wakes; nothing where none waits. */
export function WakeField({ draft, change }: DraftFieldsProps) {
  const text = useText().alerts
  const { assistants, session } = useMainWindow()
  const environment = useSlice(session, (state) => state.value?.environment ?? null)
  const rows = useSlice(assistants, (state) => state.value?.waiting ?? NONE)
  const waiting = rows.filter((row) => row.state === 'waiting' && row.environment === environment)
  const { wake } = draft
  const isGone = wake !== null && waiting.every(({ id }) => id !== wake.waitingId)
  if (waiting.length === 0 && wake === null) return null
  const choose = (id: string): void => {
    const row = waiting.find((entry) => entry.id === id)
    change({ wake: row === undefined ? null : { waitingId: row.id, label: labelOf(row) } })
  }
  return (
    <Field label={text.wake} hint={text.wakeHint}>
      {(wiring) => (
        <Select
          {...wiring}
          data-testid="alert-wake"
          value={wake?.waitingId ?? ''}
          onValue={choose}
          options={[
            { value: '', label: text.wakeNothing },
            ...waiting.map((row) => ({ value: row.id as string, label: labelOf(row) })),
            ...(isGone
              ? [{ value: wake.waitingId as string, label: text.wakeEnded(wake.label) }]
              : []),
          ]}
        />
      )}
    </Field>
  )
}
