import { useState } from 'react'
import { ENVIRONMENT_WORDS } from '../../../shared/domain/environment.js'
import { ACCESS_WAYS, SIGNATURE_ALGORITHMS } from '../../../shared/domain/profile.js'
import type { ProfileChange } from '../../../shared/ipc/profiles.js'
import { useDesk, useSlice } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import { CredentialsForm, type ProfileFormProps } from './credentials-form.js'
import { HostsForm } from './hosts-form.js'
import { RedirectForm } from './redirect-form.js'
import { RemoveProfile } from './remove-profile.js'
import { switchTo } from './switching.js'
import { Trial } from './trial.js'
import { useAsk } from './use-ask.js'

const words = text.profiles

/** One profile: what it is, its way in, its credentials, its hosts. Each change is kept at once. */
export function ProfileForm({
  view,
  onView,
  onRemoved,
}: ProfileFormProps & { readonly onRemoved: () => void }) {
  const desk = useDesk()
  const open = useSlice(
    desk.above,
    (state) => state.value?.current?.id === view.profile.id && state.value.switching === null,
  )
  const { profile, builtIn } = view
  const { ask, busy, problem } = useAsk()
  const [name, setName] = useState(profile.name)
  const [removing, setRemoving] = useState(false)
  const change = (part: ProfileChange): void =>
    void ask('profiles.change', { id: profile.id, change: part }).then(onView)
  const practice = profile.environment === 'practice'
  const duplicate = async (): Promise<void> => {
    const next = await ask('profiles.duplicate', { id: profile.id })
    if (next !== null && !practice) toast(desk.toasts, 'info', words.duplicated)
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
        <span className="env-tag">{ENVIRONMENT_WORDS[profile.environment]}</span>
        <span className="dim">{text.environment[profile.environment]}</span>
        <span className="spring" />
        {open ? (
          <span className="badge">{words.isOpen}</span>
        ) : (
          <Button
            look="primary"
            disabled={view.missing.length > 0}
            onClick={() => switchTo(desk, profile)}
          >
            {words.open}
          </Button>
        )}
      </div>
      <div className="form-grid">
        <Field label={words.name} problem={problem}>
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
            <Field label={words.access}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={profile.access}
                  options={ACCESS_WAYS.map((value) => ({ value, label: words.ways[value] }))}
                  onValue={(access) => change({ access })}
                />
              )}
            </Field>
            <Field label={words.algorithm}>
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
      {practice && <p>{builtIn ? words.builtIn : words.ownPractice}</p>}
      {!practice && (
        <>
          <CredentialsForm view={view} onView={onView} />
          <Trial view={view} />
          {profile.access !== 'key' && <RedirectForm profile={profile} onChange={change} />}
          <HostsForm view={view} onChange={change} />
          {open && <p className="dim">{words.unsaved}</p>}
        </>
      )}
      <div className="row-wrap profile-foot">
        <Button size="small" disabled={busy} onClick={() => void duplicate()}>
          {words.duplicate}
        </Button>
        <Button
          size="small"
          disabled={busy}
          onClick={() =>
            void ask('profiles.export', { id: profile.id }).then((done) => {
              if (done?.saved === true) toast(desk.toasts, 'good', words.exported)
            })
          }
        >
          {words.export}
        </Button>
        {!builtIn && (
          <Button size="small" look="danger" disabled={open} onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        )}
      </div>
    </div>
  )
}
