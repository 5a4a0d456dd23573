import { useEffect, useState } from 'react'
import {
  ENVIRONMENTS,
  ENVIRONMENT_LABELS,
  type Environment,
} from '../../../shared/domain/environment.js'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Skeleton } from '../../ui/states.js'
import { ProfileForm } from './profile-form.js'
import { useRequest } from '../../ui/use-request.js'

/** Every profile on the left, the selected one on the right. */
export function Profiles() {
  const mainWindow = useMainWindow()
  const appState = useSlice(mainWindow.appState, (state) => state.value)
  const wanted = useSlice(mainWindow.layout, (state) => state.profile)
  const [{ chosen, view }, turn] = useState<{
    readonly chosen: ProfileId | null
    readonly view: ProfileView | null
  }>({ chosen: wanted, view: null })
  const { request, busy, problem } = useRequest()
  const close = useClose()
  const current = appState?.current?.id ?? null
  const id = chosen ?? current
  const choose = (chosen: ProfileId): void => turn((now) => ({ ...now, chosen }))
  /**
   * Applies a reply, unless another profile was chosen meanwhile: the person may be typing there.
   */
  const answered = (next: {
    readonly chosen: ProfileId | null
    readonly view: ProfileView | null
  }): void => turn((now) => ((now.chosen ?? current) === id ? next : now))
  useEffect(() => {
    if (id === null) return undefined
    let gone = false
    void mainWindow.invoke('profiles.get', { id }).then((reply) => {
      if (!gone && reply.ok) turn((now) => ({ ...now, view: reply.value }))
    })
    return () => {
      gone = true
    }
  }, [mainWindow, id])
  const show = (next: ProfileView | null): void => {
    if (next !== null) answered({ chosen: next.profile.id, view: next })
  }
  const create = (environment: Environment): void => {
    const taken = new Set(appState?.profiles.map(({ name }) => name.toLowerCase()))
    let name: string = text.profiles.newName[environment]
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      name = `${text.profiles.newName[environment]} ${count}`
    }
    void request('profiles.create', { name, environment }).then(show)
  }
  return (
    <Dialog title={text.profiles.title} size="large" onClose={close}>
      <div className="profiles">
        <nav className="profiles-list" aria-label={text.profiles.list}>
          {appState?.profiles.map((profile) => (
            <button
              key={profile.id}
              type="button"
              className="profiles-item"
              data-environment={profile.environment}
              aria-current={profile.id === id}
              onClick={() => choose(profile.id)}
            >
              <span className="profiles-name">{profile.name}</span>
              <span className="env-tag">{ENVIRONMENT_LABELS[profile.environment]}</span>
              {profile.id === appState.current?.id && (
                <span className="dim">{text.profiles.current}</span>
              )}
            </button>
          ))}
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
                  {ENVIRONMENT_LABELS[environment]}
                </Button>
              ))}
              <Button
                size="small"
                disabled={busy}
                onClick={() => void request('profiles.import', {}).then(show)}
              >
                {text.profiles.import}
              </Button>
            </div>
            {problem !== null && (
              <p className="field-problem" role="alert">
                {problem}
              </p>
            )}
          </div>
        </nav>
        {view === null || view.profile.id !== id ? (
          <Skeleton />
        ) : (
          <ProfileForm
            key={view.profile.id}
            view={view}
            onView={show}
            onRemoved={() => answered({ chosen: null, view: null })}
          />
        )}
      </div>
    </Dialog>
  )
}
