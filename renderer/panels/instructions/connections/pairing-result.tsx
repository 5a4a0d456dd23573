import { Copy, DoorOpen, PlugZap } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { EndpointView } from '../../../../shared/domain/instructions/assistants-view.js'
import type { ConnectionView, Pairing } from '../../../../shared/domain/instructions/connection.js'
import { formatAge } from '../../../format/time.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { Button } from '../../../ui/button.js'
import { useEvery } from '../../../ui/every.js'
import { Select } from '../../../ui/field.js'
import { useCopy } from '../../../ui/use-copy.js'
import { useRequest } from '../../../ui/use-request.js'
import { ClientConfiguration } from './client-setup.js'

const AGE_EVERY_MS = 1_000

/**
 * Shows the new key once, and configures the client. The key is in no store and is gone when this
 * closes.
 */
export function PairingResult({
  pairing,
  connection,
  endpoint,
  onDone,
}: {
  readonly pairing: Pairing
  /** The connection as it is now. */
  readonly connection: ConnectionView
  readonly endpoint: EndpointView
  readonly onDone: () => void
}) {
  const messages = usePanelText().instructions.pair
  const [client, setClient] = useState(pairing.snippets[0]?.client ?? '')
  const snippet = pairing.snippets.find((candidate) => candidate.client === client) ?? null
  const copy = useCopy(inPanelText(({ instructions }) => instructions.pair.copied))
  return (
    <section className="pairing" data-testid="pairing">
      <div className="pairing-side">
        <h3>{messages.shown(pairing.connection.name)}</h3>
        {endpoint.state !== 'listening' ? (
          <EnableAccess endpoint={endpoint} text={messages.endpointClosed} />
        ) : (
          snippet?.overHttp === true &&
          endpoint.http.state !== 'listening' && (
            <EnableAccess endpoint={endpoint} text={messages.httpClosed} overHttp />
          )
        )}
        <div className="pairing-key">
          <code className="selectable" data-testid="pairing-token" aria-label={messages.key}>
            {pairing.token}
          </code>
          <Button size="small" icon={Copy} onClick={() => copy(pairing.token)}>
            {messages.copyKey}
          </Button>
        </div>
        <FirstCall connection={connection} token={pairing.token}>
          <Button variant="primary" size="small" onClick={onDone}>
            {messages.done}
          </Button>
        </FirstCall>
        <p className="note warn">{messages.once}</p>
      </div>
      {snippet !== null && (
        <div className="pairing-client">
          <ClientConfiguration key={client} pairing={pairing} snippet={snippet}>
            <Select
              aria-label={messages.client}
              value={client}
              options={pairing.snippets.map((item) => ({
                value: item.client,
                label: item.client,
              }))}
              onValue={setClient}
            />
          </ClientConfiguration>
        </div>
      )}
    </section>
  )
}

/** Says that access is off, with the button that enables it. */
function EnableAccess({
  endpoint: { http },
  text,
  overHttp = http.on,
}: {
  readonly endpoint: EndpointView
  readonly text: string
  readonly overHttp?: boolean
}) {
  const { endpoint: messages } = usePanelText().instructions
  const { request, busy } = useRequest('toast')
  const enable = (): void =>
    void request('assistants.endpoint', { on: true, http: overHttp, port: http.port })
  return (
    <div className="note bad row-apart" role="status">
      <span>{text}</span>
      <Button
        size="small"
        icon={DoorOpen}
        data-testid="pairing-enable"
        disabled={busy}
        onClick={enable}
      >
        {messages.on}
      </Button>
    </div>
  )
}

/** When the assistant last called; a test call shows that the key and the address work. */
function FirstCall({
  connection,
  token,
  children,
}: {
  readonly connection: ConnectionView
  readonly token: string
  /** Further buttons. */
  readonly children: ReactNode
}) {
  const text = usePanelText().clients
  const { now } = useMainWindow()
  const { request, busy, problem } = useRequest()
  const [ms, setMs] = useState<number | null>(null)
  useEvery(AGE_EVERY_MS)
  const test = (): void => {
    setMs(null)
    void request('assistants.test-call', { token }).then((answer) => setMs(answer?.ms ?? null))
  }
  const { lastSeenAt, client } = connection
  return (
    <div className="pairing-call">
      <p data-testid="pairing-called" role="status">
        {lastSeenAt === null ? text.waiting : text.called(formatAge(now() - lastSeenAt))}
        {lastSeenAt !== null && client !== null && <span className="dim"> · {client}</span>}
      </p>
      <div className="row-wrap">
        <Button size="small" icon={PlugZap} disabled={busy} onClick={test}>
          {text.test}
        </Button>
        {children}
        {ms !== null && <span role="status">{text.tested(ms)}</span>}
        {problem !== null && (
          <span className="loss" role="alert">
            {problem}
          </span>
        )}
      </div>
    </div>
  )
}
