import { useState } from 'react'
import { PROXY_ADDRESS, PROXY_SCRIPT } from '../../../shared/domain/app/profile.js'
import type { ProfileChange, ProxySetting } from '../../../shared/domain/app/profile.schema.js'
import { formatMessage } from '../../format/message.js'
import { usePanelText } from '../../language/panel-text.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import { ProxyUsers } from './proxy-users.js'
import type { ProfileFormProps } from './credentials-form.js'

const KINDS = ['automatic', 'none', 'address', 'script'] as const

type OnChange = (change: ProfileChange) => void

/** Sets the proxy through which the broker is reached, and says which one is used now. */
export function ProxyForm({
  view,
  onChange,
  onView,
}: ProfileFormProps & { readonly onChange: OnChange }) {
  const messages = usePanelText().profiles
  const { profile, proxies } = view
  const saved = profile.proxy
  const [kind, setKind] = useState<ProxySetting['kind']>(saved?.kind ?? 'automatic')
  const choose = (next: ProxySetting['kind']): void => {
    setKind(next)
    if (next === 'automatic' || next === 'none') onChange({ proxy: { kind: next } })
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
        {(kind === 'address' || kind === 'script') && (
          <AddressField key={kind} kind={kind} saved={saved} onChange={onChange} />
        )}
      </div>
      {proxies !== null && (
        <>
          <p className="dim" role="status" data-testid="proxy">
            {formatMessage(proxies.text)}
          </p>
          <ProxyUsers view={view} users={proxies.users} onView={onView} />
        </>
      )}
    </section>
  )
}

/** How the address of each kind begins, looks, and is named. */
const ADDRESSES = {
  address: { start: 'http://', shape: PROXY_ADDRESS, label: 'proxyAddress', wrong: 'proxyWrong' },
  script: {
    start: 'http://',
    shape: PROXY_SCRIPT,
    label: 'proxyScript',
    wrong: 'proxyScriptWrong',
  },
} as const

/** The address of a proxy or of its script, saved when the field is left. */
function AddressField({
  kind,
  saved,
  onChange,
}: {
  readonly kind: keyof typeof ADDRESSES
  readonly saved: ProxySetting | undefined
  readonly onChange: OnChange
}) {
  const messages = usePanelText().profiles
  const { start, shape, label, wrong } = ADDRESSES[kind]
  const [address, setAddress] = useState(saved?.kind === kind ? saved.address : start)
  const entered = address.trim()
  const isWrong = entered !== start && !shape.test(entered)
  return (
    <Field label={messages[label]} problem={isWrong ? messages[wrong] : null}>
      {(wiring) => (
        <TextInput
          {...wiring}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onBlur={() => {
            if (shape.test(entered)) onChange({ proxy: { kind, address: entered } })
          }}
        />
      )}
    </Field>
  )
}
