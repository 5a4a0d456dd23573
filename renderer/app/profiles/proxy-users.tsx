import { useState } from 'react'
import type { ProfileView, ProxiesView } from '../../../shared/domain/app/profile-view.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Problem, SecretInput, TextInput } from '../../ui/field.js'
import { useRequest } from '../../ui/use-request.js'
import type { ProfileFormProps } from './credentials-form.js'

type ProxyUserState = ProxiesView['users'][number]

/** The user name and password of each proxy: they can be entered and removed, never read back. */
export function ProxyUsers({
  view,
  users,
  onView,
}: ProfileFormProps & { readonly users: readonly ProxyUserState[] }) {
  const messages = usePanelText().profiles
  const [editing, setEditing] = useState<string | null>(null)
  if (users.length === 0) return null
  return (
    <>
      <ul className="credentials">
        {users.map((user) => (
          <li key={user.proxy} data-testid="proxy-user">
            <span>{messages.proxyUserOf(user.proxy)}</span>
            {editing === user.proxy ? (
              <UserEntry
                id={view.profile.id}
                proxy={user.proxy}
                onView={onView}
                onClose={() => setEditing(null)}
              />
            ) : (
              <UserStatus
                id={view.profile.id}
                user={user}
                onView={onView}
                onEdit={() => setEditing(user.proxy)}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="dim">{messages.proxyUserHint}</p>
    </>
  )
}

interface PartProps extends Pick<ProfileFormProps, 'onView'> {
  readonly id: ProfileView['profile']['id']
}

function UserEntry({
  id,
  proxy,
  onView,
  onClose,
}: PartProps & { readonly proxy: string; readonly onClose: () => void }) {
  const messages = usePanelText().profiles
  const { request, busy, problem } = useRequest()
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const save = async (): Promise<void> => {
    setPassword('')
    const next = await request('proxy.set-user', { id, proxy, user: user.trim(), password })
    if (next === null) return
    onView(next)
    onClose()
  }
  return (
    <form
      className="credential-entry"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <TextInput
        aria-label={messages.proxyUser}
        placeholder={messages.proxyUser}
        autoFocus
        value={user}
        onChange={(event) => setUser(event.target.value)}
      />
      <SecretInput
        aria-label={messages.proxyPassword}
        placeholder={messages.proxyPassword}
        value={password}
        onValue={setPassword}
      />
      <Button
        type="submit"
        size="small"
        variant="primary"
        disabled={busy || user.trim() === '' || password === ''}
      >
        {messages.save}
      </Button>
      <Button size="small" onClick={onClose}>
        {messages.cancel}
      </Button>
      <Problem message={problem} />
    </form>
  )
}

function UserStatus({
  id,
  user: { proxy, set, isInUse },
  onView,
  onEdit,
}: PartProps & { readonly user: ProxyUserState; readonly onEdit: () => void }) {
  const messages = usePanelText().profiles
  const { request, busy, problem } = useRequest()
  const state = !set
    ? messages.proxyUserUnset
    : isInUse
      ? messages.proxyUserSet
      : messages.proxyUserEarlier
  return (
    <>
      <span className="dim">{state}</span>
      <span className="row-end">
        <Button size="small" onClick={onEdit}>
          {set ? messages.replace : messages.enter}
        </Button>
        {set && (
          <Button
            size="small"
            variant="quiet"
            disabled={busy}
            onClick={() => void request('proxy.clear-user', { id, proxy }).then(onView)}
          >
            {messages.forget}
          </Button>
        )}
      </span>
      <Problem message={problem} />
    </>
  )
}
