import { useState } from 'react'
import { ENVIRONMENT_LABELS } from '../../../shared/domain/environment.js'
import { ACCESS_WAYS, SIGNATURE_ALGORITHMS } from '../../../shared/domain/app/profile.js'
import type { ProfileChange } from '../../../shared/domain/app/profile-view.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import { CredentialsForm, type ProfileFormProps } from './credentials-form.js'
import { HostsForm } from './hosts-form.js'
import { RedirectForm } from './redirect-form.js'
import { RemoveProfile } from './remove-profile.js'
import { switchProfile } from './switching.js'
import { ConnectionTest } from './connection-test.js'
import { useRequest } from '../../ui/use-request.js'

const messages = text.profiles

/** Edits one profile: name, sign-in method, credentials, hosts. Each change is saved at once. */
export function ProfileForm({
  view,
  onView,
  onRemoved,
}: ProfileFormProps & { readonly onRemoved: () => void }) {
  const mainWindow = useMainWindow()
  const open = useSlice(
    mainWindow.appState,
    (state) => state.value?.current?.id === view.profile.id && state.value.switching === null,
  )
  const { profile, builtIn } = view
  const { request, busy, problem } = useRequest()
  const [name, setName] = useState(profile.name)
  const [removing, setRemoving] = useState(false)
  const change = (part: ProfileChange): void =>
    void request('profiles.change', { id: profile.id, change: part }).then(onView)
  const practice = profile.environment === 'practice'
  const duplicate = async (): Promise<void> => {
    const next = await request('profiles.duplicate', { id: profile.id })
    if (next !== null && !practice) toast(mainWindow.toasts, 'info', messages.duplicated)
    onView(next)
  }
  const rename = (): void => {
    const wanted = name.trim()
    if (wanted === profile.name) return
    if (wanted === '') return setName(profile.name)
    change({ name: wanted })
  }
  if (removing) {
    return <RemoveProfile view={view} onClose={() => setRemoving(false)} onRemoved={onRemoved} />
  }
  return (
    <div className="profile-form">
      <div className="profile-top" data-environment={profile.environment}>
        <span className="env-tag">{ENVIRONMENT_LABELS[profile.environment]}</span>
        <span className="dim">{text.environment[profile.environment]}</span>
        <span className="spring" />
        {open ? (
          <span className="badge">{messages.isOpen}</span>
        ) : (
          <Button
            variant="primary"
            disabled={view.missing.length > 0}
            onClick={() => switchProfile(mainWindow, profile)}
          >
            {messages.open}
          </Button>
        )}
      </div>
      <div className="form-grid">
        <Field label={messages.name} problem={problem}>
          {(wiring) => (
            <TextInput
              {...wiring}
              value={name}
              maxLength={40}
              onChange={(event) => setName(event.target.value)}
              onBlur={rename}
              onKeyDown={(event) => {
                if (event.key === 'Enter') rename()
              }}
            />
          )}
        </Field>
        {!practice && (
          <>
            <Field label={messages.access}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={profile.access}
                  options={ACCESS_WAYS.map((value) => ({ value, label: messages.ways[value] }))}
                  onValue={(access) => change({ access })}
                />
              )}
            </Field>
            <Field label={messages.algorithm}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={profile.algorithm}
                  options={SIGNATURE_ALGORITHMS.map((value) => ({ value, label: value }))}
                  onValue={(algorithm) => change({ algorithm })}
                />
              )}
            </Field>
          </>
        )}
      </div>
      {practice && <p>{builtIn ? messages.builtIn : messages.ownPractice}</p>}
      {!practice && (
        <>
          <CredentialsForm view={view} onView={onView} />
          <ConnectionTest view={view} />
          {profile.access !== 'key' && <RedirectForm profile={profile} onChange={change} />}
          <HostsForm view={view} onChange={change} />
          {open && <p className="dim">{messages.unsaved}</p>}
        </>
      )}
      <div className="row-wrap profile-foot">
        <Button size="small" disabled={busy} onClick={() => void duplicate()}>
          {messages.duplicate}
        </Button>
        <Button
          size="small"
          disabled={busy}
          onClick={() =>
            void request('profiles.export', { id: profile.id }).then((done) => {
              if (done?.saved === true) toast(mainWindow.toasts, 'good', messages.exported)
            })
          }
        >
          {messages.export}
        </Button>
        {!builtIn && (
          <Button size="small" variant="danger" disabled={open} onClick={() => setRemoving(true)}>
            {messages.remove}
          </Button>
        )}
      </div>
    </div>
  )
}
