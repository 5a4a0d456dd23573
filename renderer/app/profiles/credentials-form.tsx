import { useState, type KeyboardEvent } from 'react'
import type { CredentialField } from '../../../shared/domain/app/profile.js'
import { neededFields } from '../../../shared/domain/app/profile.js'
import type { CredentialView, ProfileView } from '../../../shared/domain/app/profile-view.js'
import { dayStamp } from '../../format/time.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { SecretInput, TextInput } from '../../ui/field.js'
import { StepUp } from '../lock/step-up.js'
import { useRequest } from '../../ui/use-request.js'

const messages = text.profiles

/** Props of a form over one profile: the profile shown, and the callback for its changed state. */
export interface ProfileFormProps {
  readonly view: ProfileView
  readonly onView: (view: ProfileView | null) => void
}

/**
 * Edits credentials: shows which are set and since when. A value can be written but never read
 * back.
 */
export function CredentialsForm({ view, onView }: ProfileFormProps) {
  const mainWindow = useMainWindow()
  const { profile, secrets, missing } = view
  const lock = useSlice(mainWindow.appState, (state) => state.value?.lock.method ?? 'none')
  const [editing, setEditing] = useState<CredentialField | null>(null)
  const [rotating, setRotating] = useState(false)
  const [proving, setProving] = useState(false)
  const { request, busy, problem, setProblem } = useRequest()
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
  const save = async (field: CredentialField): Promise<void> => {
    const given = value
    setValue('')
    const next = await request('credentials.set', { id: profile.id, field, value: given })
    if (next === null) return
    // Keep the editor open if the person has moved to another field.
    setEditing((now) => (now === field ? null : now))
    onView(next)
  }
  const forget = async (field: CredentialField | null): Promise<void> => {
    const next = await request('credentials.clear', { id: profile.id, field })
    onView(next)
    if (field !== null) return
    if (next !== null) toast(mainWindow.toasts, 'info', messages.rotated)
    setRotating(false)
  }
  const hidden =
    lock !== 'none' && view.credentials.some(({ set, ending }) => set && ending === null)
  return (
    <section aria-label={messages.credentials}>
      <h3>{messages.credentials}</h3>
      <p className="dim">{messages.credentialsHint}</p>
      {secrets.store === 'memory' && <p className="note warn">{messages.memory}</p>}
      {secrets.problem !== null && <p className="note bad">{messages.problems[secrets.problem]}</p>}
      <ul className="credentials">
        {shown.map((credential) => {
          const { field, set } = credential
          const entry = {
            'aria-label': messages.fields[field],
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
              <span>{messages.fields[field]}</span>
              {editing === field ? (
                <form
                  className="credential-entry"
                  onSubmit={(event) => {
                    event.preventDefault()
                    void save(field)
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
                    variant="primary"
                    disabled={busy || value.trim() === ''}
                  >
                    {messages.save}
                  </Button>
                  <Button size="small" onClick={() => edit(null)}>
                    {messages.cancel}
                  </Button>
                </form>
              ) : (
                <>
                  <span className={set ? 'tnum' : 'dim'}>{credentialStatus(credential)}</span>
                  <span className="row-end">
                    <Button size="small" onClick={() => edit(field)}>
                      {set ? messages.replace : messages.enter}
                    </Button>
                    {set && (
                      <Button
                        size="small"
                        variant="quiet"
                        disabled={busy}
                        onClick={() => void forget(field)}
                      >
                        {messages.forget}
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
            {messages.showEndings}
          </Button>
        )}
        {view.credentials.some(({ set }) => set) && (
          <Button size="small" variant="danger" onClick={() => setRotating(true)}>
            {messages.rotate}
          </Button>
        )}
      </div>
      {proving && (
        <StepUp
          onClose={() => setProving(false)}
          onProven={() => {
            setProving(false)
            void request('profiles.get', { id: profile.id }).then(onView)
          }}
        />
      )}
      {rotating && (
        <Dialog
          title={messages.rotateTitle}
          onClose={() => setRotating(false)}
          foot={
            <>
              <Button data-autofocus onClick={() => setRotating(false)}>
                {messages.cancel}
              </Button>
              <Button variant="danger primary" disabled={busy} onClick={() => void forget(null)}>
                {messages.rotateDo}
              </Button>
            </>
          }
        >
          <ol className="numbered">
            {messages.rotateSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Dialog>
      )}
    </section>
  )
}

const credentialStatus = ({ set, ending, since }: CredentialView): string =>
  !set || since === null ? messages.unset : messages.set(ending, dayStamp(since))
