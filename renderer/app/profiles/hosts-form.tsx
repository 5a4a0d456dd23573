import { useState } from 'react'
import type { ProfileHosts, ProfileChange } from '../../../shared/domain/app/profile.schema.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { formatMessage } from '../../format/message.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Field, TextInput } from '../../ui/field.js'
const NAMES = ['api', 'oauth', 'passport', 'events', 'data'] as const
type Entered = Record<(typeof NAMES)[number] | 'authority', string>

const written = ({ api, oauth, passport, events, data, authority }: ProfileHosts): Entered => ({
  api,
  oauth,
  passport,
  events: `${events.host}:${events.port}`,
  data: `${data.host}:${data.port}`,
  authority: authority ?? '',
})

const socket = (entered: string): ProfileHosts['events'] | null => {
  const match = /^([a-z0-9.-]+):(\d{1,5})$/.exec(entered.trim())
  const port = Number.parseInt(match?.[2] ?? '', 10)
  return match?.[1] === undefined || !(port > 0 && port < 65_536) ? null : { host: match[1], port }
}

/** Parses the entered hosts; null where an entry is incomplete. */
function read(entered: Entered): ProfileHosts | null {
  const origin = (text_: string): string | null =>
    /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text_.trim()) ? text_.trim() : null
  const [api, oauth, passport, events, data] = [
    origin(entered.api),
    origin(entered.oauth),
    origin(entered.passport),
    socket(entered.events),
    socket(entered.data),
  ]
  const authority = entered.authority.trim()
  return api === null || oauth === null || passport === null || events === null || data === null
    ? null
    : { api, oauth, passport, events, data, authority: authority === '' ? null : authority }
}

export interface HostsFormProps {
  readonly view: ProfileView
  readonly onChange: (change: ProfileChange) => void
}

/** Shows where calls go. Published hosts are read-only; only a sandbox may name others. */
export function HostsForm({ view, onChange }: HostsFormProps) {
  const messages = usePanelText().profiles
  const [edited, setEdited] = useState<ProfileHosts | null>(null)
  return (
    <section aria-label={messages.hosts}>
      <h3>{messages.hosts}</h3>
      {edited === null ? (
        <HostList view={view} onChange={onChange} onEdit={setEdited} />
      ) : (
        <HostEditor
          hosts={edited}
          onCancel={() => setEdited(null)}
          onSave={(hosts) => {
            setEdited(null)
            onChange({ hosts })
          }}
        />
      )}
    </section>
  )
}

function HostList({
  view: { profile, hosts, trust },
  onChange,
  onEdit,
}: HostsFormProps & { readonly onEdit: (hosts: ProfileHosts) => void }) {
  const messages = usePanelText().profiles
  return (
    <>
      {profile.environment === 'production' && <p className="dim">{messages.hostsFrozen}</p>}
      {hosts !== null && (
        <dl className="pairs">
          {NAMES.map((name) => (
            <div key={name}>
              <dt>{messages.hostNames[name]}</dt>
              <dd className="selectable tnum">{written(hosts)[name]}</dd>
            </div>
          ))}
          {trust !== null && (
            <div>
              <dt>{messages.trust}</dt>
              <dd data-testid="trust">{formatMessage(trust)}</dd>
            </div>
          )}
        </dl>
      )}
      {profile.environment === 'sandbox' && hosts !== null && (
        <div className="row-wrap">
          <Button size="small" onClick={() => onEdit(hosts)}>
            {messages.hostsEdit}
          </Button>
          {profile.hosts !== null && (
            <Button size="small" onClick={() => onChange({ hosts: null })}>
              {messages.hostsReset}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function HostEditor({
  hosts,
  onSave,
  onCancel,
}: {
  readonly hosts: ProfileHosts
  readonly onSave: (hosts: ProfileHosts) => void
  readonly onCancel: () => void
}) {
  const messages = usePanelText().profiles
  const [entered, setEntered] = useState<Entered>(() => written(hosts))
  const [wrong, setWrong] = useState(false)
  const save = (): void => {
    const next = read(entered)
    setWrong(next === null)
    if (next !== null) onSave(next)
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className="form-grid">
        {NAMES.map((name) => (
          <Field key={name} label={messages.hostNames[name]}>
            {(wiring) => (
              <TextInput
                {...wiring}
                value={entered[name]}
                onChange={(event) => setEntered({ ...entered, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Field
        label={messages.authority}
        hint={messages.authorityHint}
        problem={wrong ? messages.hostsWrong : null}
      >
        {(wiring) => (
          <textarea
            {...wiring}
            className="input area"
            rows={4}
            value={entered.authority}
            onChange={(event) => setEntered({ ...entered, authority: event.target.value })}
          />
        )}
      </Field>
      <div className="row-end">
        <Button onClick={onCancel}>{messages.cancel}</Button>
        <Button type="submit" variant="primary">
          {messages.hostsSave}
        </Button>
      </div>
    </form>
  )
}
