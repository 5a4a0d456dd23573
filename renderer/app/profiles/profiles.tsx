import { useEffect, useState } from 'react'
import { ENVIRONMENTS, type Environment } from '../../../shared/domain/environment.js'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Problem } from '../../ui/field.js'
import { Dialog } from '../../ui/dialog.js'
import { Skeleton } from '../../ui/states.js'
import { freeName } from './profile-names.js'
import { ProfileForm } from './profile-form.js'
import { useRequest } from '../../ui/use-request.js'

/** Every profile on the left, the selected one on the right. */
export function Profiles() {
  const text = usePanelText()
  const close = useClose()
  const selection = useProfileSelection()
  const { id, view } = selection
  return (
    <Dialog title={text.profiles.title} size="large" onClose={close}>
      <div className="profiles">
        <nav className="profiles-list" aria-label={text.profiles.list}>
          <ProfileList chosen={id} onChoose={selection.choose} />
          <NewProfile onView={selection.show} />
        </nav>
        {view === null || view.profile.id !== id ? (
          <Skeleton />
        ) : (
          <ProfileForm
            key={view.profile.id}
            view={view}
            onView={selection.show}
            onRemoved={selection.clear}
          />
        )}
      </div>
    </Dialog>
  )
}

interface Selected {
  /** The profile that the person chose; null for the open one. */
  readonly chosen: ProfileId | null
  /** The profile as main last sent it. */
  readonly view: ProfileView | null
}

/** Returns the chosen profile (at first the open one), and functions that change it. */
function useProfileSelection() {
  const mainWindow = useMainWindow()
  const current = useSlice(mainWindow.appState, (state) => state.value?.current?.id ?? null)
  const wanted = useSlice(mainWindow.layout, (state) => state.profile)
  const [{ chosen, view }, setSelected] = useState<Selected>({ chosen: wanted, view: null })
  const id = chosen ?? current
  useEffect(() => {
    if (id === null) return undefined
    let gone = false
    void mainWindow.invoke('profiles.get', { id }).then((reply) => {
      if (!gone && reply.ok) setSelected((now) => ({ ...now, view: reply.value }))
    })
    return () => {
      gone = true
    }
  }, [mainWindow, id])
  /**
   * Applies a reply, unless another profile was chosen meanwhile: the person may be typing there.
   */
  const apply = (next: Selected): void =>
    setSelected((now) => ((now.chosen ?? current) === id ? next : now))
  return {
    id,
    view,
    choose: (next: ProfileId): void => setSelected((now) => ({ ...now, chosen: next })),
    show(next: ProfileView | null): void {
      if (next !== null) apply({ chosen: next.profile.id, view: next })
    },
    clear: (): void => apply({ chosen: null, view: null }),
  }
}

function ProfileList({
  chosen,
  onChoose,
}: {
  readonly chosen: ProfileId | null
  readonly onChoose: (id: ProfileId) => void
}) {
  const text = usePanelText()
  const appState = useSlice(useMainWindow().appState, (state) => state.value)
  return appState?.profiles.map((profile) => (
    <button
      key={profile.id}
      type="button"
      className="profiles-item"
      data-environment={profile.environment}
      aria-current={profile.id === chosen}
      onClick={() => onChoose(profile.id)}
    >
      <span className="profiles-name">{profile.name}</span>
      <span className="env-tag">{text.environments[profile.environment]}</span>
      {profile.institution === true && <span className="dim">{text.institution.profile}</span>}
      {profile.id === appState.current?.id && <span className="dim">{text.profiles.current}</span>}
    </button>
  ))
}

/** Creates a profile in an environment, or imports one from a file. */
function NewProfile({ onView }: { readonly onView: (view: ProfileView | null) => void }) {
  const text = usePanelText()
  const { appState } = useMainWindow()
  const { request, busy, problem } = useRequest()
  const create = (environment: Environment): void => {
    const name = freeName(
      text.profiles.newName[environment],
      appState.getState().value?.profiles ?? [],
    )
    void request('profiles.create', { name, environment }).then(onView)
  }
  return (
    <div className="profiles-new">
      <span className="field-label">{text.profiles.create}</span>
      <div className="row-wrap">
        {ENVIRONMENTS.map((environment) => (
          <Button
            key={environment}
            size="small"
            disabled={busy}
            onClick={() => create(environment)}
          >
            {text.environments[environment]}
          </Button>
        ))}
        <Button
          size="small"
          disabled={busy}
          onClick={() => void request('profiles.import', {}).then(onView)}
        >
          {text.profiles.import}
        </Button>
      </div>
      <Problem message={problem} />
    </div>
  )
}
