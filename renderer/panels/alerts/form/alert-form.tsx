import { useState } from 'react'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Segments } from '../../../ui/segments.js'
import {
  draftProblems,
  EVERY_EVENT_MS,
  SUBJECTS,
  termsOfDraft,
  type AlertDraft,
  type DraftFieldsProps,
  type Subject,
} from '../draft/alert-draft.js'
import { AccountFields } from './account-fields.js'
import { InstrumentFields } from './instrument-fields.js'
import { OrderFields } from './order-fields.js'
import { ScheduleFields } from './schedule-fields.js'
import { SIDES } from '../../../../shared/domain/side.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import { MAX_WAKE_LABEL } from '../../../../shared/domain/alerts/alert.js'
import type { WaitingRow } from '../../../../shared/domain/instructions/waiting-instruction.js'
import { formatMessage } from '../../../format/message.js'

export interface AlertFormProps {
  readonly title: string
  readonly initial: AlertDraft
  /** The expiration of the alert that is changed. */
  readonly expiresAt: EpochMs | null
  /** Returns whether it was saved. */
  readonly onSave: (terms: AlertTerms) => Promise<boolean>
  readonly onClose: () => void
}

/** The form of one alert. Problems show after the first attempt to save. */
export function AlertForm({ title, initial, expiresAt, onSave, onClose }: AlertFormProps) {
  const text = usePanelText().alerts
  const { now, session } = useMainWindow()
  const [draft, setDraft] = useState(initial)
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const problems = draftProblems(draft)
  const fields: DraftFieldsProps = {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    problemOf: (field) => {
      const problem = isTried ? problems[field] : undefined
      return problem === undefined ? null : text.problems[problem]
    },
  }
  const save = async (): Promise<void> => {
    setTried(true)
    const exchangeNow = now() + (session.getState().value?.exchangeOffsetMs ?? 0)
    const terms = termsOfDraft(draft, exchangeNow, expiresAt)
    if (terms === null || isSaving) return
    setSaving(true)
    if (await onSave(terms)) onClose()
    else setSaving(false)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" aria-disabled={isSaving} onClick={() => void save()}>
            {text.save}
          </Button>
        </>
      }
    >
      <form
        className="alert-form"
        data-testid="alert-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Segments
          label={text.subject}
          value={draft.subject}
          onValue={(subject) => setDraft((before) => withSubject(before, subject))}
          options={SUBJECTS.map((value) => ({ value, label: text.subjects[value] }))}
        />
        {draft.subject === 'instrument' && <InstrumentFields {...fields} />}
        {draft.subject === 'account' && <AccountFields {...fields} />}
        {draft.subject === 'order' && <OrderFields {...fields} />}
        <ScheduleFields {...fields} />
        {draft.subject === 'instrument' && <AlertTicketFields {...fields} />}
        <WakeField {...fields} />
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </form>
    </Dialog>
  )
}

/** Changes what the alert is about. A level of one subject is none of another. */
const withSubject = (draft: AlertDraft, subject: Subject): AlertDraft => ({
  ...draft,
  subject,
  level: '',
  when: subject === 'account' ? 'below' : 'through',
  pauseMs: subject === 'order' ? EVERY_EVENT_MS : 0,
})

/** What the ticket is filled with when the alert has fired and the person chooses it. */
function AlertTicketFields({ draft, change, problemOf }: DraftFieldsProps) {
  const { alerts: text, sides } = usePanelText()
  return (
    <div className="alert-ticket">
      <label className="choice flush">
        <input
          type="checkbox"
          checked={draft.hasTicket}
          onChange={(event) => change({ hasTicket: event.target.checked })}
        />
        {text.prepare}
      </label>
      <p className="field-hint">{text.prepareHint}</p>
      {draft.hasTicket && (
        <div className="alert-ticket-fields">
          <Field label={text.side}>
            {(wiring) => (
              <Select
                {...wiring}
                value={draft.side}
                onValue={(side) => change({ side })}
                options={SIDES.map((value) => ({ value, label: sides[value] }))}
              />
            )}
          </Field>
          {(['quantity', 'limitPrice'] as const).map((field) => (
            <Field key={field} label={text[field]} problem={problemOf(field)}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  inputMode="decimal"
                  value={draft[field]}
                  onChange={(event) => change({ [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </div>
  )
}

const NONE: readonly WaitingRow[] = []

/** Names a waiting instruction by its assistant and its order. */
const labelOf = ({ connectionName, line }: WaitingRow): string =>
  `${connectionName}: ${formatMessage(line)}`.slice(0, MAX_WAKE_LABEL)

/** The assistant's waiting instruction that the alert wakes; nothing where none waits. */
function WakeField({ draft, change }: DraftFieldsProps) {
  const text = usePanelText().alerts
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
