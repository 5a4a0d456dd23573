import { useEffect, useState } from 'react'
import type { PersonalLimitsView } from '../../../shared/domain/orders/limits/personal-limits.js'
import {
  PERSONAL_LIMIT_NAMES,
  type PersonalLimitName,
} from '../../../shared/domain/orders/limits/limit-ranges.js'
import type { PersonalLimits } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { problemOf, useProblem } from '../../language/use-problem.js'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Problem } from '../../ui/field.js'
import { useEvery } from '../../ui/every.js'
import { LockOutNotice } from '../../ui/lock-out/lock-out-notice.js'
import { StepUp } from '../lock/step-up.js'
import { LimitRow } from './limit-row.js'
import { enteredOf, limitsOf, raises, wantedLimits, type EnteredLimits } from './limits-model.js'
import './limits.css'

const REFRESH_MS = 1_000

/** The person's limits in the open profile, with what is used of them now. */
export function LimitsSettings() {
  const { view, setView } = useLimitsView()
  return view === null ? null : <LimitsDialog view={view} onSaved={setView} />
}

/** Returns the limits and their use, read again every second; null before the first answer. */
function useLimitsView(): {
  readonly view: PersonalLimitsView | null
  readonly setView: (view: PersonalLimitsView) => void
} {
  const { invoke } = useMainWindow()
  const beat = useEvery(REFRESH_MS)
  const [view, setView] = useState<PersonalLimitsView | null>(null)
  useEffect(() => {
    let isCurrent = true
    void invoke('limits.get', {}).then((reply) => {
      if (reply.ok && isCurrent) setView(reply.value)
    })
    return () => {
      isCurrent = false
    }
  }, [invoke, beat])
  return { view, setView }
}

interface LimitsForm {
  readonly entered: EnteredLimits
  readonly next: PersonalLimits | null
  readonly isChanged: boolean
  readonly busy: boolean
  readonly problem: string | null
  readonly isProving: boolean
  enter(name: PersonalLimitName, value: string): void
  useDefaults(): void
  save(): void
  setProving(isProving: boolean): void
}

function useLimitsForm(
  view: PersonalLimitsView,
  onSaved: (view: PersonalLimitsView) => void,
): LimitsForm {
  const { invoke, toasts } = useMainWindow()
  const saved = enteredOf(wantedLimits(view))
  const [entered, setEntered] = useState<EnteredLimits>(saved)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useProblem()
  const [isProving, setProving] = useState(false)
  const next = limitsOf(entered)
  const save = async (): Promise<void> => {
    if (next === null || busy) return
    setBusy(true)
    setProblem(null)
    const reply = await invoke('limits.set', { limits: next })
    setBusy(false)
    if (reply.ok) {
      onSaved(reply.value)
      setEntered(enteredOf(wantedLimits(reply.value)))
      toast(
        toasts,
        'good',
        inPanelText(({ limits }) => limits.saved),
      )
    } else if (reply.error.code === 'lock/step-up') setProving(true)
    else setProblem(problemOf(reply.error))
  }
  return {
    entered,
    next,
    isChanged: PERSONAL_LIMIT_NAMES.some((name) => entered[name] !== saved[name]),
    busy,
    problem,
    isProving,
    enter: (name, value) => setEntered({ ...entered, [name]: value }),
    useDefaults: () => setEntered(enteredOf(view.defaults)),
    save: () => void save(),
    setProving,
  }
}

function LimitsDialog({
  view,
  onSaved,
}: {
  readonly view: PersonalLimitsView
  readonly onSaved: (view: PersonalLimitsView) => void
}) {
  const text = usePanelText()
  const close = useClose()
  const form = useLimitsForm(view, onSaved)
  if (form.isProving) {
    return (
      <StepUp
        onClose={() => form.setProving(false)}
        onProven={() => {
          form.setProving(false)
          form.save()
        }}
      />
    )
  }
  return (
    <Dialog
      title={text.limits.title}
      className="limits-dialog"
      wide
      onClose={close}
      foot={
        <>
          <Button onClick={form.useDefaults}>{text.limits.reset}</Button>
          <Button onClick={close}>{text.dialog.cancel}</Button>
          <Button
            variant="primary"
            disabled={form.next === null || !form.isChanged || form.busy}
            data-testid="limits-save"
            onClick={form.save}
          >
            {text.limits.save}
          </Button>
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        <LockOutNotice />
        <p className="dim">{text.limits.intro}</p>
        <LimitRows view={view} form={form} />
        <Raised view={view} next={form.next} />
        <Problem message={form.problem} />
      </form>
    </Dialog>
  )
}

function LimitRows({
  view,
  form,
}: {
  readonly view: PersonalLimitsView
  readonly form: LimitsForm
}) {
  const { heads } = usePanelText().limits
  const { now, later } = raises(view, form.next)
  const selected = useSlice(
    useMainWindow().session,
    (state) => state.value?.selectedAccount ?? null,
  )
  return (
    <div className="limits-grid">
      <div className="limits-heads" aria-hidden>
        <span>{heads.limit}</span>
        <span>{heads.value}</span>
        <span>{heads.used}</span>
        <span>{heads.initial}</span>
      </div>
      {PERSONAL_LIMIT_NAMES.map((name) => (
        <LimitRow
          key={name}
          name={name}
          view={view}
          account={view.accounts.find(({ accountId }) => accountId === selected) ?? null}
          raise={now.includes(name) ? 'now' : later.includes(name) ? 'later' : null}
          entered={form.entered[name]}
          onEnter={(value) => form.enter(name, value)}
        />
      ))}
    </div>
  )
}

/** Says which limits saving would raise, and when each is in effect. */
function Raised({
  view,
  next,
}: {
  readonly view: PersonalLimitsView
  readonly next: PersonalLimits | null
}) {
  const text = usePanelText().limits
  const { now, later } = raises(view, next)
  const listed = (names: readonly PersonalLimitName[]): string =>
    names.map((name) => text.names[name]).join(', ')
  if (now.length + later.length === 0) return <p className="dim">{text.lowered}</p>
  return (
    <div className="limits-raised" role="status">
      <strong>{text.raisedTitle}</strong>
      {now.length > 0 && <p>{text.raisedNow(listed(now))}</p>}
      {later.length > 0 && <p>{text.raisedLater(listed(later))}</p>}
    </div>
  )
}
