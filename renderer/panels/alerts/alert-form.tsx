import { useState } from 'react'
import { MAX_ALERT_NOTE, type AlertTerms } from '../../../shared/domain/alerts/alert.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { formatAge } from '../../format/time.js'
import { instrumentName, symbolInstrument } from '../../format/instrument-name.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import { SymbolSearch } from '../../ui/symbol-search.js'
import {
  draftProblems,
  EXPIRIES,
  FORM_KINDS,
  pausesOf,
  termsOfDraft,
  type AlertDraft,
  type DraftFieldsProps,
} from './alert-draft.js'
import { AlertTicketFields } from './alert-ticket-fields.js'

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
        <ConditionFields {...fields} />
        <ScheduleFields {...fields} />
        <AlertTicketFields {...fields} />
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </form>
    </Dialog>
  )
}

/** What the alert waits for. */
function ConditionFields({ draft, change, problemOf }: DraftFieldsProps) {
  const { alerts: text, instruments } = useText()
  const { instrument } = draft
  const name =
    instrument === null ? null : instrumentName(symbolInstrument(instrument.symbol), instruments)
  const symbolProblem = problemOf('symbol')
  const whens = draft.kind === 'price' ? PRICE_WHENS : CHANGE_WHENS
  return (
    <>
      <div className="field">
        <span className="field-label">{text.symbol}</span>
        <SymbolSearch
          label={text.symbol}
          {...(name === null ? {} : { shown: name })}
          onPick={({ symbol, assetClass }) => change({ instrument: { symbol, assetClass } })}
        />
        {symbolProblem !== null && (
          <p className="field-problem" role="alert">
            {symbolProblem}
          </p>
        )}
      </div>
      <Field label={text.kind}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.kind}
            onValue={(kind) =>
              change({ kind, level: '', ...(kind === 'price' ? {} : { when: 'above' }) })
            }
            options={FORM_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
          />
        )}
      </Field>
      {draft.kind !== 'volume' && (
        <Field label={text.when}>
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.when}
              onValue={(when) => change({ when })}
              options={whens.map((value) => ({ value, label: text.whens[value] }))}
            />
          )}
        </Field>
      )}
      <Field label={text.levels[draft.kind]} problem={problemOf('level')}>
        {(wiring) => (
          <TextInput
            {...wiring}
            data-testid="alert-level"
            inputMode="decimal"
            value={draft.level}
            onChange={(event) => change({ level: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

const PRICE_WHENS = ['through', 'above', 'below'] as const
const CHANGE_WHENS = ['above', 'below'] as const

/** How often and how long the alert fires, and how it notifies the person. */
function ScheduleFields({ draft, change }: DraftFieldsProps) {
  const text = useText().alerts
  const expiries = draft.expiry === 'keep' ? [...EXPIRIES, 'keep' as const] : EXPIRIES
  return (
    <>
      <Field label={text.repeat}>
        {(wiring) => (
          <Select
            {...wiring}
            value={`${draft.pauseMs}`}
            onValue={(pause) => change({ pauseMs: Number(pause) })}
            options={pausesOf(draft).map((pause) => ({
              value: `${pause}`,
              label: pause === 0 ? text.once : text.every(formatAge(pause)),
            }))}
          />
        )}
      </Field>
      <Field label={text.expiry}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.expiry}
            onValue={(expiry) => change({ expiry })}
            options={expiries.map((value) => ({ value, label: text.expiries[value] }))}
          />
        )}
      </Field>
      <Field label={text.note}>
        {(wiring) => (
          <TextInput
            {...wiring}
            value={draft.note}
            maxLength={MAX_ALERT_NOTE}
            onChange={(event) => change({ note: event.target.value })}
          />
        )}
      </Field>
      <div className="alert-choices">
        {(['notification', 'sound'] as const).map((name) => (
          <label key={name} className="choice flush">
            <input
              type="checkbox"
              checked={draft[name]}
              onChange={(event) => change({ [name]: event.target.checked })}
            />
            {text[name]}
          </label>
        ))}
      </div>
    </>
  )
}
