import { useState } from 'react'
import { useClose, useDesk, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, SecretInput, TextInput } from '../../ui/field.js'
import { useAsk } from '../profiles/use-ask.js'

const words = text.lock
const NOTHING = { current: '', fresh: '', again: '' }

/**
 * Setting, changing and removing the lock. What is typed goes to main and is kept nowhere in this
 * page.
 */
export function LockSettings() {
  const desk = useDesk()
  const lock = useSlice(desk.above, (state) => state.value?.lock ?? null)
  const close = useClose()
  const { ask, busy, problem, setProblem } = useAsk()
  const [entered, setEntered] = useState(NOTHING)
  const [minutes, setMinutes] = useState(`${lock?.idleMinutes ?? 15}`)
  if (lock === null) return null
  const set = lock.method !== 'none'
  const current = { kind: 'passphrase' as const, passphrase: entered.current }
  const told = (done: unknown): void => {
    if (done !== null) toast(desk.toasts, 'good', words.saved)
  }
  const used = (done: unknown): void => {
    // What was typed while the answer was on its way is for the next question.
    if (done !== null) setEntered((now) => (now === entered ? NOTHING : now))
    told(done)
  }
  const save = (): void => {
    if (entered.fresh !== entered.again) return setProblem(words.differ)
    void ask('lock.set-passphrase', {
      passphrase: entered.fresh,
      current: set ? current : null,
    }).then(used)
  }
  const keepMinutes = (): void => {
    const number = Number.parseInt(minutes, 10)
    if (number >= 1 && number <= 240 && number !== lock.idleMinutes) {
      void ask('lock.set-idle', { minutes: number }).then(told)
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
      title={words.settingsTitle}
      onClose={close}
      foot={<Button onClick={close}>{words.done}</Button>}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {!set && <p>{words.none}</p>}
        {set && input('current', words.current)}
        {input('fresh', set ? words.fresh : words.passphrase, words.hint)}
        {input('again', words.again)}
        {problem !== null && (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="row-end">
          <Button
            type="submit"
            look="primary"
            disabled={busy || entered.fresh === '' || (set && entered.current === '')}
          >
            {set ? words.change : words.set}
          </Button>
        </div>
        {set && (
          <>
            <Field label={words.idle}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  inputMode="numeric"
                  value={minutes}
                  onChange={(event) => setMinutes(event.target.value)}
                  onBlur={keepMinutes}
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
                    void ask('lock.set-system', { on: event.target.checked, current }).then(used)
                  }
                />
                {words.systemOn}
              </label>
            )}
            <div className="row-apart">
              <Button
                look="danger"
                disabled={busy || entered.current === ''}
                onClick={() => void ask('lock.remove', { current }).then(used)}
              >
                {words.remove}
              </Button>
              <Button
                onClick={() => {
                  close()
                  void desk.invoke('lock.now', {})
                }}
              >
                {words.now}
              </Button>
            </div>
          </>
        )}
      </form>
    </Dialog>
  )
}
