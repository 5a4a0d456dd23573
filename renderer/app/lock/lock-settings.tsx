import { useState } from 'react'
import type { AppStateView } from '../../../shared/domain/app/app-state.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, Problem, SecretInput, TextInput } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'
const NOTHING = { current: '', fresh: '', repeated: '' }
const MAX_IDLE_MINUTES = 240

type Lock = AppStateView['lock']
type Entered = typeof NOTHING

/**
 * Sets, changes and removes the lock. The typed passphrase goes to main and is stored nowhere in
 * this page.
 */
export function LockSettings() {
  const lock = useSlice(useMainWindow().appState, (state) => state.value?.lock ?? null)
  return lock === null ? null : <LockDialog lock={lock} />
}

function LockDialog({ lock }: { readonly lock: Lock }) {
  const messages = useText().lock
  const close = useClose()
  const form = useLockForm(lock)
  const { entered, enter, busy } = form
  const set = lock.method !== 'none'
  return (
    <Dialog
      title={messages.settingsTitle}
      onClose={close}
      foot={<Button onClick={close}>{messages.done}</Button>}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          form.savePassphrase()
        }}
      >
        {!set && <p>{messages.none}</p>}
        {set && (
          <Secret name="current" label={messages.current} entered={entered} onEnter={enter} />
        )}
        <Secret
          name="fresh"
          label={set ? messages.fresh : messages.passphrase}
          hint={messages.hint}
          entered={entered}
          onEnter={enter}
        />
        <Secret name="repeated" label={messages.repeated} entered={entered} onEnter={enter} />
        <Problem message={form.problem} />
        <div className="row-end">
          <Button
            type="submit"
            variant="primary"
            disabled={busy || entered.fresh === '' || (set && entered.current === '')}
          >
            {set ? messages.change : messages.set}
          </Button>
        </div>
        {set && <SetLock lock={lock} form={form} />}
      </form>
    </Dialog>
  )
}

/** The entered passphrases, and the requests that use them. */
interface LockForm {
  readonly entered: Entered
  readonly enter: (name: keyof Entered, value: string) => void
  readonly busy: boolean
  readonly problem: string | null
  savePassphrase(): void
  saveIdleMinutes(minutes: number): void
  saveSystem(on: boolean): void
  remove(): void
}

function useLockForm(lock: Lock): LockForm {
  const { toasts } = useMainWindow()
  const { request, busy, problem, setProblem } = useRequest()
  const [entered, setEntered] = useState(NOTHING)
  const current = { kind: 'passphrase' as const, passphrase: entered.current }
  const showSaved = (done: unknown): void => {
    if (done !== null) toast(toasts, 'good', (text) => text.lock.saved)
  }
  const onDone = (done: unknown): void => {
    // Keep text typed while the reply was pending: it belongs to the next request.
    if (done !== null) setEntered((now) => (now === entered ? NOTHING : now))
    showSaved(done)
  }
  return {
    entered,
    enter: (name, value) => setEntered({ ...entered, [name]: value }),
    busy,
    problem,
    savePassphrase() {
      if (entered.fresh !== entered.repeated) return setProblem((text) => text.lock.differ)
      void request('lock.set-passphrase', {
        passphrase: entered.fresh,
        current: lock.method === 'none' ? null : current,
      }).then(onDone)
    },
    saveIdleMinutes: (minutes) => void request('lock.set-idle', { minutes }).then(showSaved),
    saveSystem: (on) => void request('lock.set-system', { on, current }).then(onDone),
    remove: () => void request('lock.remove', { current }).then(onDone),
  }
}

function Secret({
  name,
  label,
  hint = null,
  entered,
  onEnter,
}: {
  readonly name: keyof Entered
  readonly label: string
  readonly hint?: string | null
  readonly entered: Entered
  readonly onEnter: LockForm['enter']
}) {
  return (
    <Field label={label} hint={hint}>
      {(wiring) => (
        <SecretInput
          {...wiring}
          data-testid={`lock-${name}`}
          value={entered[name]}
          onValue={(value) => onEnter(name, value)}
        />
      )}
    </Field>
  )
}

/** The settings of a lock that is set. */
function SetLock({ lock, form }: { readonly lock: Lock; readonly form: LockForm }) {
  const messages = useText().lock
  const { invoke } = useMainWindow()
  const close = useClose()
  const unproven = form.entered.current === ''
  return (
    <>
      <IdleMinutes minutes={lock.idleMinutes} onSave={form.saveIdleMinutes} />
      {lock.systemAvailable && (
        <label className="choice flush">
          <input
            type="checkbox"
            checked={lock.method === 'system'}
            disabled={unproven}
            onChange={(event) => form.saveSystem(event.target.checked)}
          />
          {messages.systemOn}
        </label>
      )}
      <div className="row-apart">
        <Button variant="danger" disabled={form.busy || unproven} onClick={form.remove}>
          {messages.remove}
        </Button>
        <Button
          onClick={() => {
            close()
            void invoke('lock.now', {})
          }}
        >
          {messages.now}
        </Button>
      </div>
    </>
  )
}

function IdleMinutes({
  minutes,
  onSave,
}: {
  readonly minutes: number
  readonly onSave: (minutes: number) => void
}) {
  const messages = useText().lock
  const [typed, setTyped] = useState(`${minutes}`)
  const save = (): void => {
    const number = Number.parseInt(typed, 10)
    if (number >= 1 && number <= MAX_IDLE_MINUTES && number !== minutes) onSave(number)
    else setTyped(`${minutes}`)
  }
  return (
    <Field label={messages.idle}>
      {(wiring) => (
        <TextInput
          {...wiring}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
        />
      )}
    </Field>
  )
}
