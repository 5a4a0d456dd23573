import { useState } from 'react'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, SecretInput, TextInput } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'

const messages = text.lock
const NOTHING = { current: '', fresh: '', repeated: '' }

/**
 * Sets, changes and removes the lock. The typed passphrase goes to main and is stored nowhere in
 * this page.
 */
export function LockSettings() {
  const mainWindow = useMainWindow()
  const lock = useSlice(mainWindow.appState, (state) => state.value?.lock ?? null)
  const close = useClose()
  const { request, busy, problem, setProblem } = useRequest()
  const [entered, setEntered] = useState(NOTHING)
  const [minutes, setMinutes] = useState(`${lock?.idleMinutes ?? 15}`)
  if (lock === null) return null
  const set = lock.method !== 'none'
  const current = { kind: 'passphrase' as const, passphrase: entered.current }
  const showSaved = (done: unknown): void => {
    if (done !== null) toast(mainWindow.toasts, 'good', messages.saved)
  }
  const onDone = (done: unknown): void => {
    // Keep text typed while the reply was pending: it belongs to the next request.
    if (done !== null) setEntered((now) => (now === entered ? NOTHING : now))
    showSaved(done)
  }
  const save = (): void => {
    if (entered.fresh !== entered.repeated) return setProblem(messages.differ)
    void request('lock.set-passphrase', {
      passphrase: entered.fresh,
      current: set ? current : null,
    }).then(onDone)
  }
  const saveIdleMinutes = (): void => {
    const number = Number.parseInt(minutes, 10)
    if (number >= 1 && number <= 240 && number !== lock.idleMinutes) {
      void request('lock.set-idle', { minutes: number }).then(showSaved)
    } else setMinutes(`${lock.idleMinutes}`)
  }
  const input = (name: keyof typeof entered, label: string, hint: string | null = null) => (
    <Field label={label} hint={hint}>
      {(wiring) => (
        <SecretInput
          {...wiring}
          data-testid={`lock-${name}`}
          value={entered[name]}
          onValue={(value) => setEntered({ ...entered, [name]: value })}
        />
      )}
    </Field>
  )
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
          save()
        }}
      >
        {!set && <p>{messages.none}</p>}
        {set && input('current', messages.current)}
        {input('fresh', set ? messages.fresh : messages.passphrase, messages.hint)}
        {input('repeated', messages.repeated)}
        {problem !== null && (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="row-end">
          <Button
            type="submit"
            variant="primary"
            disabled={busy || entered.fresh === '' || (set && entered.current === '')}
          >
            {set ? messages.change : messages.set}
          </Button>
        </div>
        {set && (
          <>
            <Field label={messages.idle}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  inputMode="numeric"
                  value={minutes}
                  onChange={(event) => setMinutes(event.target.value)}
                  onBlur={saveIdleMinutes}
                />
              )}
            </Field>
            {lock.systemAvailable && (
              <label className="choice flush">
                <input
                  type="checkbox"
                  checked={lock.method === 'system'}
                  disabled={entered.current === ''}
                  onChange={(event) =>
                    void request('lock.set-system', { on: event.target.checked, current }).then(
                      onDone,
                    )
                  }
                />
                {messages.systemOn}
              </label>
            )}
            <div className="row-apart">
              <Button
                variant="danger"
                disabled={busy || entered.current === ''}
                onClick={() => void request('lock.remove', { current }).then(onDone)}
              >
                {messages.remove}
              </Button>
              <Button
                onClick={() => {
                  close()
                  void mainWindow.invoke('lock.now', {})
                }}
              >
                {messages.now}
              </Button>
            </div>
          </>
        )}
      </form>
    </Dialog>
  )
}
