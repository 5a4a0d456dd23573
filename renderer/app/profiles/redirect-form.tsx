import { useState } from 'react'
import { REDIRECT_PORT } from '../../../shared/domain/app/profile.js'
import type { Redirect, ProfileChange } from '../../../shared/domain/app/profile.schema.js'
import type { ProfileView, RedirectView } from '../../../shared/domain/app/profile-view.js'
import { usePanelText } from '../../language/panel-text.js'
import { Button } from '../../ui/button.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import { AddressToRegister } from './address-to-register.js'

const KINDS = ['loopback', 'manual'] as const
const PKCE_USES = ['on', 'off'] as const

interface RedirectFormProps {
  readonly view: ProfileView
  readonly onChange: (change: ProfileChange) => void
  /** Checks again whether the port is free. */
  readonly onCheck: () => void
}

/**
 * Sets the redirect address of the sign-in, a loopback port of this computer or a registered
 * address that is pasted, and shows it exactly as the registration has to contain it.
 */
export function RedirectForm({ view, onChange, onCheck }: RedirectFormProps) {
  const messages = usePanelText().profiles
  const { redirect } = view.profile
  const [kind, setKind] = useState<Redirect['kind']>(redirect.kind)
  const choose = (next: Redirect['kind']): void => {
    setKind(next)
    const port = view.redirect?.freePort ?? null
    if (next === 'loopback' && redirect.kind !== 'loopback') {
      onChange({ redirect: { kind: 'loopback', port: port ?? REDIRECT_PORT } })
    }
  }
  return (
    <section aria-label={messages.redirect}>
      <h3>{messages.redirect}</h3>
      <div className="form-grid">
        <Field label={messages.redirectKind}>
          {(wiring) => (
            <Select
              {...wiring}
              value={kind}
              options={KINDS.map((value) => ({ value, label: messages.redirects[value] }))}
              onValue={choose}
            />
          )}
        </Field>
        <Field label={messages.pkce}>
          {(wiring) => (
            <Select
              {...wiring}
              value={view.profile.pkce === false ? 'off' : 'on'}
              options={PKCE_USES.map((value) => ({ value, label: messages.pkceUses[value] }))}
              onValue={(use) => onChange({ pkce: use === 'on' })}
            />
          )}
        </Field>
        {kind === 'loopback' ? (
          <PortField key={JSON.stringify(redirect)} redirect={redirect} onChange={onChange} />
        ) : (
          <AddressField redirect={redirect} onChange={onChange} />
        )}
      </div>
      {view.redirect !== null && kind === redirect.kind && (
        <RegisteredAddress redirect={view.redirect} onChange={onChange} onCheck={onCheck} />
      )}
    </section>
  )
}

interface FieldProps {
  readonly redirect: Redirect
  readonly onChange: RedirectFormProps['onChange']
}

function PortField({ redirect, onChange }: FieldProps) {
  const messages = usePanelText().profiles
  const saved = redirect.kind === 'loopback' ? `${redirect.port}` : ''
  const [port, setPort] = useState(saved)
  const save = (): void => {
    const number = /^\d{1,5}$/.test(port) ? Number.parseInt(port, 10) : 0
    if (port === saved) return
    if (number > 65_535) return setPort(saved)
    onChange({ redirect: { kind: 'loopback', port: number } })
  }
  return (
    <Field label={messages.redirectPort}>
      {(wiring) => (
        <TextInput
          {...wiring}
          inputMode="numeric"
          value={port}
          onChange={(event) => setPort(event.target.value)}
          onBlur={save}
        />
      )}
    </Field>
  )
}

function AddressField({ redirect, onChange }: FieldProps) {
  const messages = usePanelText().profiles
  const [uri, setUri] = useState(redirect.kind === 'manual' ? redirect.uri : '')
  const save = (): void => {
    const entered = uri.trim()
    if (/^https?:\/\/[^\s#?]+$/.test(entered)) {
      onChange({ redirect: { kind: 'manual', uri: entered } })
    }
  }
  return (
    <Field label={messages.redirectUri}>
      {(wiring) => (
        <TextInput
          {...wiring}
          value={uri}
          onChange={(event) => setUri(event.target.value)}
          onBlur={save}
        />
      )}
    </Field>
  )
}

/** What the registration has to contain, and whether the response can be received there. */
export function RegisteredAddress({
  redirect: { address, port, freePort },
  onChange,
  onCheck,
}: {
  readonly redirect: RedirectView
  readonly onChange: RedirectFormProps['onChange']
  readonly onCheck: () => void
}) {
  const messages = usePanelText().profiles
  const isBad = port === 'in-use' || port === 'changing'
  return (
    <>
      {address !== null && <AddressToRegister label={messages.redirectAddress} address={address} />}
      <p className={isBad ? 'note warn' : 'dim'} role="status" data-testid="redirect-port">
        {messages.redirectStates[port]}
      </p>
      {isBad && (
        <div className="row-wrap">
          {freePort !== null && (
            <Button
              size="small"
              onClick={() => onChange({ redirect: { kind: 'loopback', port: freePort } })}
            >
              {messages.redirectUse(freePort)}
            </Button>
          )}
          <Button size="small" onClick={onCheck}>
            {messages.redirectCheck}
          </Button>
        </div>
      )}
    </>
  )
}
