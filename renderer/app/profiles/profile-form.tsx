import { useState } from 'react'
import {
  ACCESS_WAYS,
  API_VERSIONS,
  isInstitution,
  SIGNATURE_ALGORITHMS,
  STANDARD_VERSION,
} from '../../../shared/domain/app/profile.js'
import type { ProfileChange } from '../../../shared/domain/app/profile.schema.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { openPanel, showOverlay } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { toast } from '../../stores/toasts.js'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Field, Select, TextInput, Problem } from '../../ui/field.js'
import { AssumptionsForm } from './assumptions-form.js'
import { CredentialsForm, type ProfileFormProps } from './credentials-form.js'
import { ConnectionFindings } from './connection-findings.js'
import { HostsForm } from './hosts-form.js'
import { ProxyForm } from './proxy-form.js'
import { RedirectForm } from './redirect-form.js'
import { switchProfile } from './switching.js'
import { useRequest } from '../../ui/use-request.js'
import type { ConnectionReport } from '../../../shared/domain/app/connection-report.js'

/** Edits one profile: name, sign-in method, credentials, hosts. Each change is saved at once. */
export function ProfileForm({
  view,
  onView,
  onRemoved,
}: ProfileFormProps & { readonly onRemoved: () => void }) {
  const messages = usePanelText().profiles
  const open = useIsOpen(view)
  const { profile, builtIn } = view
  const saving = useRequest()
  const [removing, setRemoving] = useState(false)
  const change = (part: ProfileChange): void =>
    void saving.request('profiles.change', { id: profile.id, change: part }).then(onView)
  const check = (): void => void saving.request('profiles.get', { id: profile.id }).then(onView)
  const practice = profile.environment === 'practice'
  if (removing) {
    return <RemoveProfile view={view} onClose={() => setRemoving(false)} onRemoved={onRemoved} />
  }
  return (
    <div className="profile-form">
      <ProfileTop view={view} open={open} />
      <div className="form-grid">
        <NameField profile={profile} problem={saving.problem} onChange={change} />
        {practice ? (
          !builtIn && !open && <PracticeUse profile={profile} onChange={change} />
        ) : (
          <AccessFields profile={profile} onChange={change} />
        )}
      </div>
      {isInstitution(profile) && <p>{messages.institution}</p>}
      {practice && !isInstitution(profile) && (
        <p>{builtIn ? messages.builtIn : messages.ownPractice}</p>
      )}
      {!practice && (
        <>
          <CredentialsForm view={view} onView={onView} />
          <ConnectionTest view={view} />
          {!['key', 'institution'].includes(profile.access) && (
            <RedirectForm view={view} onChange={change} onCheck={check} />
          )}
          <ProxyForm view={view} onChange={change} onView={onView} />
          <HostsForm view={view} onChange={change} />
          <AssumptionsForm view={view} onChange={change} />
          {open && <p className="dim">{messages.unsaved}</p>}
        </>
      )}
      <ProfileFoot
        view={view}
        open={open}
        saving={saving}
        onView={onView}
        onRemove={() => setRemoving(true)}
      />
    </div>
  )
}

/** Returns whether this profile is open and not being switched. */
const useIsOpen = ({ profile }: ProfileView): boolean =>
  useSlice(
    useMainWindow().appState,
    (state) => state.value?.current?.id === profile.id && state.value.switching === null,
  )

interface PartProps {
  readonly profile: ProfileView['profile']
  readonly onChange: (change: ProfileChange) => void
}

/** The environment of the profile, and a button that opens it. */
function ProfileTop({ view, open }: { readonly view: ProfileView; readonly open: boolean }) {
  const text = usePanelText()
  const messages = text.profiles
  const mainWindow = useMainWindow()
  const close = useClose()
  const { profile } = view
  return (
    <div className="profile-top" data-environment={profile.environment}>
      <span className="env-tag">{text.environments[profile.environment]}</span>
      <span className="dim">{text.environment[profile.environment]}</span>
      <span className="spring" />
      {isInstitution(profile) ? (
        <Button variant="primary" onClick={() => openConsole(mainWindow, close)}>
          {messages.openConsole}
        </Button>
      ) : open ? (
        <span className="badge">{messages.isOpen}</span>
      ) : (
        <>
          {profile.environment !== 'practice' && (
            <Button onClick={() => showOverlay(mainWindow.layout, 'connect', profile.id)}>
              {text.connect.guideHere}
            </Button>
          )}
          <Button
            variant="primary"
            disabled={view.missing.length > 0}
            onClick={() => switchProfile(mainWindow, profile)}
          >
            {messages.open}
          </Button>
        </>
      )}
    </div>
  )
}

function NameField({
  profile,
  problem,
  onChange,
}: PartProps & { readonly problem: string | null }) {
  const messages = usePanelText().profiles
  const [name, setName] = useState(profile.name)
  const rename = (): void => {
    const wanted = name.trim()
    if (wanted === profile.name) return
    if (wanted === '') return setName(profile.name)
    onChange({ name: wanted })
  }
  return (
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
  )
}

/** Closes the profiles and shows the institution console. */
function openConsole({ layout }: MainWindow, close: () => void): void {
  close()
  openPanel(layout, 'institution')
}

const PRACTICE_WAYS = ['both', 'institution'] as const

/** What a further practice profile is for: trading, or the institution console. */
function PracticeUse({ profile, onChange }: PartProps) {
  const messages = usePanelText().profiles
  return (
    <Field label={messages.practiceAccess}>
      {(wiring) => (
        <Select
          {...wiring}
          value={isInstitution(profile) ? 'institution' : 'both'}
          options={PRACTICE_WAYS.map((value) => ({ value, label: messages.practiceWays[value] }))}
          onValue={(access) => onChange({ access })}
        />
      )}
    </Field>
  )
}

/** How the profile signs in and signs its requests. */
function AccessFields({ profile, onChange }: PartProps) {
  const messages = usePanelText().profiles
  return (
    <>
      <Field label={messages.access}>
        {(wiring) => (
          <Select
            {...wiring}
            value={profile.access}
            options={ACCESS_WAYS.map((value) => ({ value, label: messages.ways[value] }))}
            onValue={(access) => onChange({ access })}
          />
        )}
      </Field>
      <Field label={messages.algorithm}>
        {(wiring) => (
          <Select
            {...wiring}
            value={profile.algorithm}
            options={SIGNATURE_ALGORITHMS.map((value) => ({ value, label: value }))}
            onValue={(algorithm) => onChange({ algorithm })}
          />
        )}
      </Field>
      <Field label={messages.apiVersion}>
        {(wiring) => (
          <Select
            {...wiring}
            value={profile.apiVersion ?? STANDARD_VERSION}
            options={API_VERSIONS.map((value) => ({ value, label: messages.apiVersions[value] }))}
            onValue={(apiVersion) => onChange({ apiVersion })}
          />
        )}
      </Field>
    </>
  )
}

/** Duplicates, exports and removes the profile. */
function ProfileFoot({
  view: { profile, builtIn },
  open,
  saving: { request, busy },
  onView,
  onRemove,
}: ProfileFormProps & {
  readonly open: boolean
  readonly saving: ReturnType<typeof useRequest>
  readonly onRemove: () => void
}) {
  const messages = usePanelText().profiles
  const { toasts } = useMainWindow()
  const duplicate = async (): Promise<void> => {
    const next = await request('profiles.duplicate', { id: profile.id })
    if (next !== null && profile.environment !== 'practice') {
      toast(
        toasts,
        'info',
        inPanelText(({ profiles }) => profiles.duplicated),
      )
    }
    onView(next)
  }
  const exportProfile = (): void =>
    void request('profiles.export', { id: profile.id }).then((done) => {
      if (done?.saved === true) {
        toast(
          toasts,
          'good',
          inPanelText(({ profiles }) => profiles.exported),
        )
      }
    })
  return (
    <div className="row-wrap profile-foot">
      <Button size="small" disabled={busy} onClick={() => void duplicate()}>
        {messages.duplicate}
      </Button>
      <Button size="small" disabled={busy} onClick={exportProfile}>
        {messages.export}
      </Button>
      {!builtIn && (
        <Button size="small" variant="danger" disabled={open} onClick={onRemove}>
          {messages.remove}
        </Button>
      )}
    </div>
  )
}

/** Removes a profile after stating what is deleted and what is kept. */
function RemoveProfile({
  view,
  onClose,
  onRemoved,
}: {
  readonly view: ProfileView
  readonly onClose: () => void
  readonly onRemoved: () => void
}) {
  const messages = usePanelText().profiles
  const { request, busy, problem } = useRequest()
  return (
    <div className="profile-form">
      <h3>{messages.removeTitle(view.profile.name)}</h3>
      <ul className="bullets">
        {messages.removeLoses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <Problem message={problem} />
      <div className="row-end">
        <Button onClick={onClose}>{messages.removeCancel}</Button>
        <Button
          variant="danger primary"
          disabled={busy}
          onClick={() =>
            void request('profiles.remove', { id: view.profile.id }).then((done) => {
              if (done !== null) onRemoved()
            })
          }
        >
          {messages.removeDo}
        </Button>
      </div>
    </div>
  )
}

/** Tests the connection and shows each finding, starting at the network. */
function ConnectionTest({ view }: { readonly view: ProfileView }) {
  const messages = usePanelText().profiles
  const { request, busy, problem } = useRequest()
  const [report, setReport] = useState<ConnectionReport | null>(null)
  return (
    <section aria-label={messages.test}>
      <div className="row-wrap">
        <Button
          disabled={busy}
          onClick={() => void request('profiles.test', { id: view.profile.id }).then(setReport)}
        >
          {busy ? messages.testing : messages.test}
        </Button>
        {report !== null && (
          <span role="status" className={report.ok ? 'good' : 'bad'}>
            {report.ok ? messages.good : messages.bad}
          </span>
        )}
      </div>
      <Problem message={problem} />
      {report !== null && <ConnectionFindings report={report} />}
    </section>
  )
}
