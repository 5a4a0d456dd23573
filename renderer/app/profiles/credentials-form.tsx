import { useState, type KeyboardEvent } from 'react'
import type { PanelText } from '../../../shared/messages/window-text.js'
import type { CredentialField } from '../../../shared/domain/app/profile.js'
import { neededFields } from '../../../shared/domain/app/profile.js'
import type { CredentialView, ProfileView } from '../../../shared/domain/app/profile-view.js'
import { dayStamp } from '../../format/time.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'
import { Problem, SecretInput, TextInput } from '../../ui/field.js'
import { StepUp } from '../lock/step-up.js'
import { useRequest } from '../../ui/use-request.js'

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
  const messages = usePanelText().profiles
  const { secrets } = view
  const requests = useCredentialRequests(view, onView)
  return (
    <section aria-label={messages.credentials}>
      <h3>{messages.credentials}</h3>
      <p className="dim">{messages.credentialsHint}</p>
      {secrets.store === 'memory' && <p className="note warn">{messages.memory}</p>}
      {secrets.problem !== null && <p className="note bad">{messages.problems[secrets.problem]}</p>}
      <CredentialList view={view} requests={requests} />
      <Problem message={requests.problem} />
      <div className="row-wrap">
        <ShowEndings view={view} requests={requests} />
        <ClearAll view={view} requests={requests} />
      </div>
    </section>
  )
}

interface CredentialRequests {
  readonly busy: boolean
  readonly problem: string | null
  clearProblem(): void
  /** Resolves to true when main saved the value. */
  save(field: CredentialField, value: string): Promise<boolean>
  /** Removes one credential, or all of them for null. Resolves to true when it did. */
  remove(field: CredentialField | null): Promise<boolean>
  /** Loads the profile again, after the person has proven who they are. */
  reload(): void
}

function useCredentialRequests(
  { profile: { id } }: ProfileView,
  onView: ProfileFormProps['onView'],
): CredentialRequests {
  const { request, busy, problem, setProblem } = useRequest()
  return {
    busy,
    problem,
    clearProblem: () => setProblem(null),
    async save(field, value) {
      const next = await request('credentials.set', { id, field, value })
      if (next !== null) onView(next)
      return next !== null
    },
    async remove(field) {
      const next = await request('credentials.clear', { id, field })
      onView(next)
      return next !== null
    },
    reload: () => void request('profiles.get', { id }).then(onView),
  }
}

interface PartProps {
  readonly view: ProfileView
  readonly requests: CredentialRequests
}

/** One line per credential that is set or needed; one of them can be edited at a time. */
function CredentialList({ view, requests }: PartProps) {
  const messages = usePanelText().profiles
  const [editing, setEditing] = useState<CredentialField | null>(null)
  const needed = neededFields(view.profile.access)
  const visible = view.credentials.filter(({ field, set }) => set || needed.includes(field))
  const edit = (field: CredentialField | null): void => {
    requests.clearProblem()
    setEditing(field)
  }
  return (
    <ul className="credentials">
      {visible.map((credential) => {
        const { field } = credential
        return (
          <li
            key={field}
            data-missing={view.missing.includes(field)}
            data-testid={`credential-${field}`}
          >
            <span>{messages.fields[field]}</span>
            {editing === field ? (
              <CredentialEditor
                field={field}
                requests={requests}
                onSaved={() =>
                  // Keep the editor open if the person has moved to another field.
                  setEditing((now) => (now === field ? null : now))
                }
                onCancel={() => edit(null)}
              />
            ) : (
              <CredentialStatus
                credential={credential}
                requests={requests}
                onEdit={() => edit(field)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function CredentialEditor({
  field,
  requests,
  onSaved,
  onCancel,
}: {
  readonly field: CredentialField
  readonly requests: CredentialRequests
  readonly onSaved: () => void
  readonly onCancel: () => void
}) {
  const messages = usePanelText().profiles
  const [value, setValue] = useState('')
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onCancel()
  }
  const entry = { 'aria-label': messages.fields[field], autoFocus: true, value, onKeyDown }
  const save = async (): Promise<void> => {
    setValue('')
    if (await requests.save(field, value)) onSaved()
  }
  return (
    <form
      className="credential-entry"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
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
        disabled={requests.busy || value.trim() === ''}
      >
        {messages.save}
      </Button>
      <Button size="small" onClick={onCancel}>
        {messages.cancel}
      </Button>
    </form>
  )
}

function CredentialStatus({
  credential,
  requests,
  onEdit,
}: {
  readonly credential: CredentialView
  readonly requests: CredentialRequests
  readonly onEdit: () => void
}) {
  const messages = usePanelText().profiles
  const { field, set } = credential
  return (
    <>
      <span className={set ? 'tnum' : 'dim'}>{credentialStatus(credential, messages)}</span>
      <span className="row-end">
        <Button size="small" onClick={onEdit}>
          {set ? messages.replace : messages.enter}
        </Button>
        {set && (
          <Button
            size="small"
            variant="quiet"
            disabled={requests.busy}
            onClick={() => void requests.remove(field)}
          >
            {messages.forget}
          </Button>
        )}
      </span>
    </>
  )
}

/** Shows the last characters of the credentials, once the person has proven who they are. */
function ShowEndings({ view, requests }: PartProps) {
  const messages = usePanelText().profiles
  const { appState } = useMainWindow()
  const lock = useSlice(appState, (state) => state.value?.lock.method ?? 'none')
  const [proving, setProving] = useState(false)
  const hidden =
    lock !== 'none' && view.credentials.some(({ set, ending }) => set && ending === null)
  return (
    <>
      {hidden && (
        <Button size="small" onClick={() => setProving(true)}>
          {messages.showEndings}
        </Button>
      )}
      {proving && (
        <StepUp
          onClose={() => setProving(false)}
          onProven={() => {
            setProving(false)
            requests.reload()
          }}
        />
      )}
    </>
  )
}

/** Removes all credentials, after listing the steps that replace them at the broker. */
function ClearAll({ view, requests }: PartProps) {
  const messages = usePanelText().profiles
  const { toasts } = useMainWindow()
  const [confirming, setConfirming] = useState(false)
  const clear = async (): Promise<void> => {
    if (await requests.remove(null)) {
      toast(
        toasts,
        'info',
        inPanelText(({ profiles }) => profiles.rotated),
      )
    }
    setConfirming(false)
  }
  return (
    <>
      {view.credentials.some(({ set }) => set) && (
        <Button size="small" variant="danger" onClick={() => setConfirming(true)}>
          {messages.rotate}
        </Button>
      )}
      {confirming && (
        <Dialog
          title={messages.rotateTitle}
          onClose={() => setConfirming(false)}
          foot={
            <>
              <Button onClick={() => setConfirming(false)}>{messages.cancel}</Button>
              <ConfirmButton
                variant="danger primary"
                disabled={requests.busy}
                onConfirm={() => void clear()}
              >
                {messages.rotateDo}
              </ConfirmButton>
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
    </>
  )
}

const credentialStatus = (
  { set, ending, since }: CredentialView,
  messages: PanelText['profiles'],
): string => (!set || since === null ? messages.unset : messages.set(ending, dayStamp(since)))
