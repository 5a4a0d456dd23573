import { useState, type KeyboardEvent } from 'react'
import type { CredentialField } from '../../../shared/domain/profile.js'
import { neededFields } from '../../../shared/domain/profile.js'
import type { CredentialView, ProfileView } from '../../../shared/ipc/profiles.js'
import { dayStamp } from '../../format/time.js'
import { useDesk, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { SecretInput, TextInput } from '../../ui/field.js'
import { StepUp } from '../lock/step-up.js'
import { useAsk } from './use-ask.js'

const words = text.profiles

/** A form over one profile: what it shows, and who is told what became of a change. */
export interface ProfileFormProps {
  readonly view: ProfileView
  readonly onView: (view: ProfileView | null) => void
}

/** Credentials: what is set and since when. A value goes in once; nothing brings it back. */
export function CredentialsForm({ view, onView }: ProfileFormProps) {
  const desk = useDesk()
  const { profile, secrets, missing } = view
  const lock = useSlice(desk.above, (state) => state.value?.lock.method ?? 'none')
  const [editing, setEditing] = useState<CredentialField | null>(null)
  const [rotating, setRotating] = useState(false)
  const [proving, setProving] = useState(false)
  const { ask, busy, problem, setProblem } = useAsk()
  const [value, setValue] = useState('')
  const needed = neededFields(profile.access)
  const shown = view.credentials.filter(({ field, set }) => set || needed.includes(field))
  const edit = (field: CredentialField | null): void => {
    setValue('')
    setProblem(null)
    setEditing(field)
  }
  const giveUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    edit(null)
  }
  const keep = async (field: CredentialField): Promise<void> => {
    const given = value
    setValue('')
    const next = await ask('credentials.set', { id: profile.id, field, value: given })
    if (next === null) return
    // Another field may be open by now.
    setEditing((now) => (now === field ? null : now))
    onView(next)
  }
  const forget = async (field: CredentialField | null): Promise<void> => {
    const next = await ask('credentials.clear', { id: profile.id, field })
    onView(next)
    if (field !== null) return
    if (next !== null) toast(desk.toasts, 'info', words.rotated)
    setRotating(false)
  }
  const hidden =
    lock !== 'none' && view.credentials.some(({ set, ending }) => set && ending === null)
  return (
    <section aria-label={words.credentials}>
      <h3>{words.credentials}</h3>
      <p className="dim">{words.credentialsHint}</p>
      {secrets.store === 'memory' && <p className="note warn">{words.memory}</p>}
      {secrets.problem !== null && <p className="note bad">{words.problems[secrets.problem]}</p>}
      <ul className="credentials">
        {shown.map((credential) => {
          const { field, set } = credential
          const entry = {
            'aria-label': words.fields[field],
            autoFocus: true,
            value,
            onKeyDown: giveUp,
          }
          return (
            <li
              key={field}
              data-missing={missing.includes(field)}
              data-testid={`credential-${field}`}
            >
              <span>{words.fields[field]}</span>
              {editing === field ? (
                <form
                  className="credential-entry"
                  onSubmit={(event) => {
                    event.preventDefault()
                    void keep(field)
                  }}
                >
                  {field === 'scope' ? (
                    <TextInput {...entry} onChange={(event) => setValue(event.target.value)} />
                  ) : (
                    <SecretInput {...entry} onValue={setValue} />
                  )}
                  <Button
                    type="submit"
                    size="small"
                    look="primary"
                    disabled={busy || value.trim() === ''}
                  >
                    {words.save}
                  </Button>
                  <Button size="small" onClick={() => edit(null)}>
                    {words.cancel}
                  </Button>
                </form>
              ) : (
                <>
                  <span className={set ? 'tnum' : 'dim'}>{told(credential)}</span>
                  <span className="row-end">
                    <Button size="small" onClick={() => edit(field)}>
                      {set ? words.replace : words.enter}
                    </Button>
                    {set && (
                      <Button
                        size="small"
                        look="quiet"
                        disabled={busy}
                        onClick={() => void forget(field)}
                      >
                        {words.forget}
                      </Button>
                    )}
                  </span>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {problem !== null && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row-wrap">
        {hidden && (
          <Button size="small" onClick={() => setProving(true)}>
            {words.showEndings}
          </Button>
        )}
        {view.credentials.some(({ set }) => set) && (
          <Button size="small" look="danger" onClick={() => setRotating(true)}>
            {words.rotate}
          </Button>
        )}
      </div>
      {proving && (
        <StepUp
          onClose={() => setProving(false)}
          onProven={() => {
            setProving(false)
            void ask('profiles.get', { id: profile.id }).then(onView)
          }}
        />
      )}
      {rotating && (
        <Dialog
          title={words.rotateTitle}
          onClose={() => setRotating(false)}
          foot={
            <>
              <Button data-autofocus onClick={() => setRotating(false)}>
                {words.cancel}
              </Button>
              <Button look="danger primary" disabled={busy} onClick={() => void forget(null)}>
                {words.rotateDo}
              </Button>
            </>
          }
        >
          <ol className="numbered">
            {words.rotateSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Dialog>
      )}
    </section>
  )
}

const told = ({ set, ending, since }: CredentialView): string =>
  !set || since === null ? words.unset : words.set(ending, dayStamp(since))
