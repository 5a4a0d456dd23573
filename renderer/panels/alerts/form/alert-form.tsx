import { useState } from 'react'
import type { AlertTerms } from '../../../../shared/domain/alerts/alert.schema.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow } from '../../../stores/context.js'
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
import { AlertTicketFields } from './alert-ticket-fields.js'
import { InstrumentFields } from './instrument-fields.js'
import { OrderFields } from './order-fields.js'
import { ScheduleFields } from './schedule-fields.js'
import { WakeField } from './wake-field.js'

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
  const text = useText().alerts
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
