import { useState } from 'react'
import { PROXY_ADDRESS } from '../../../shared/domain/app/profile.js'
import type { ProfileChange, ProxySetting } from '../../../shared/domain/app/profile.schema.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { formatMessage } from '../../format/message.js'
import { usePanelText } from '../../language/panel-text.js'
import { Field, Select, TextInput } from '../../ui/field.js'

const KINDS = ['automatic', 'none', 'address'] as const

/** Sets the proxy through which the broker is reached, and says which one is used now. */
export function ProxyForm({
  view: { profile, proxy },
  onChange,
}: {
  readonly view: ProfileView
  readonly onChange: (change: ProfileChange) => void
}) {
  const messages = usePanelText().profiles
  const saved = profile.proxy
  const [kind, setKind] = useState<ProxySetting['kind']>(saved?.kind ?? 'automatic')
  const [address, setAddress] = useState(saved?.kind === 'address' ? saved.address : 'http://')
  const isWrong = kind === 'address' && address !== 'http://' && !PROXY_ADDRESS.test(address.trim())
  const choose = (next: ProxySetting['kind']): void => {
    setKind(next)
    if (next !== 'address') onChange({ proxy: { kind: next } })
  }
  const save = (): void => {
    const entered = address.trim()
    if (PROXY_ADDRESS.test(entered)) onChange({ proxy: { kind: 'address', address: entered } })
  }
  return (
    <section aria-label={messages.proxy}>
      <h3>{messages.proxy}</h3>
      <div className="form-grid">
        <Field label={messages.proxyKind}>
          {(wiring) => (
            <Select
              {...wiring}
              value={kind}
              options={KINDS.map((value) => ({ value, label: messages.proxies[value] }))}
              onValue={choose}
            />
          )}
        </Field>
        {kind === 'address' && (
          <Field label={messages.proxyAddress} problem={isWrong ? messages.proxyWrong : null}>
            {(wiring) => (
              <TextInput
                {...wiring}
                value={address}
                onChange={(event) => setAddress(event.target.value)}
                onBlur={save}
              />
            )}
          </Field>
        )}
      </div>
      {proxy !== null && (
        <p className="dim" role="status" data-testid="proxy">
          {formatMessage(proxy)}
        </p>
      )}
    </section>
  )
}
