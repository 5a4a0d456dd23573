import { useState } from 'react'
import type { Profile, Redirect, ProfileChange } from '../../../shared/domain/app/profile.schema.js'
import { useText } from '../../language/window-text.js'
import { Field, Select, TextInput } from '../../ui/field.js'
const KINDS = ['loopback', 'manual'] as const

/**
 * Sets the redirect address of the sign-in: a loopback port of this computer, or a registered
 * address that is pasted.
 */
export function RedirectForm({
  profile,
  onChange,
}: {
  readonly profile: Profile
  readonly onChange: (change: ProfileChange) => void
}) {
  const messages = useText().profiles
  const { redirect } = profile
  const [kind, setKind] = useState<Redirect['kind']>(redirect.kind)
  const [port, setPort] = useState(redirect.kind === 'loopback' ? `${redirect.port}` : '0')
  const [uri, setUri] = useState(redirect.kind === 'manual' ? redirect.uri : '')
  const save = (next: Redirect['kind'] = kind): void => {
    const number = /^\d{1,5}$/.test(port) ? Number.parseInt(port, 10) : 0
    if (next === 'loopback') onChange({ redirect: { kind: 'loopback', port: number } })
    else if (/^https?:\/\/[^\s#?]+$/.test(uri.trim())) {
      onChange({ redirect: { kind: 'manual', uri: uri.trim() } })
    }
  }
  const choose = (next: Redirect['kind']): void => {
    setKind(next)
    save(next)
  }
  return (
    <div className="form-grid">
      <Field label={messages.redirect}>
        {(wiring) => (
          <Select
            {...wiring}
            value={kind}
            options={KINDS.map((value) => ({ value, label: messages.redirects[value] }))}
            onValue={choose}
          />
        )}
      </Field>
      {kind === 'loopback' ? (
        <Field label={messages.redirectPort}>
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="numeric"
              value={port}
              onChange={(event) => setPort(event.target.value)}
              onBlur={() => save()}
            />
          )}
        </Field>
      ) : (
        <Field label={messages.redirectUri}>
          {(wiring) => (
            <TextInput
              {...wiring}
              value={uri}
              onChange={(event) => setUri(event.target.value)}
              onBlur={() => save()}
            />
          )}
        </Field>
      )}
    </div>
  )
}
