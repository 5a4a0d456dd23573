import { Copy, DoorClosed, DoorOpen, KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import type { PanelText } from '../../../../shared/messages/window-text.js'
import type {
  AccessChoice,
  AssistantsView,
} from '../../../../shared/domain/instructions/assistants-view.js'
import type { Pairing, ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import { useCopy } from '../../../ui/use-copy.js'
import { useRequest } from '../../../ui/use-request.js'
import { EndpointProblem, isPort, PortField } from './port-field.js'
import type { WrongKeys } from '../../../../shared/domain/instructions/client-setup.js'
import { formatAge } from '../../../format/time.js'
import { useMainWindow } from '../../../stores/context.js'
import { useEvery } from '../../../ui/every.js'
import { formatOptionalMessage } from '../../../format/message.js'

const AGE_EVERY_MS = 5_000

interface EndpointProps {
  readonly endpoint: AssistantsView['endpoint']
  readonly connections: AssistantsView['connections']
  /** Shows a key that replaced another one. */
  readonly onRenewed: (pairing: Pairing) => void
}

/** The state of the MCP endpoint: on or off, over HTTP too or not, and any problem. */
export function Endpoint({ endpoint, connections, onRenewed }: EndpointProps) {
  const messages = usePanelText().instructions.endpoint
  const { request, busy } = useRequest('toast')
  const id = useId()
  const { on, http } = endpoint
  const set = (choice: Partial<AccessChoice>): void =>
    void request('assistants.endpoint', { on, http: http.on, port: http.port, ...choice })
  return (
    <section className="endpoint" aria-label={messages.title}>
      <div className="endpoint-row">
        <h3>{messages.title}</h3>
        <span className="assistant-state" data-testid="endpoint-state" data-state={endpoint.state}>
          {messages.states[endpoint.state]}
        </span>
        <span className="dim">{messages.hint}</span>
        <span className="spring" />
        {on ? (
          <Button icon={DoorClosed} disabled={busy} onClick={() => set({ on: false })}>
            {messages.off}
          </Button>
        ) : (
          <Button
            icon={DoorOpen}
            variant="primary"
            disabled={busy}
            onClick={() => set({ on: true })}
          >
            {messages.on}
          </Button>
        )}
      </div>
      <EndpointProblem id={id} problem={formatOptionalMessage(endpoint.problem)} />
      {on && <HttpAccess http={http} busy={busy} onSet={set} />}
      {on && http.state === 'port-in-use' && (
        <RenewKeys connections={connections} onRenewed={onRenewed} />
      )}
    </section>
  )
}

interface HttpAccessProps {
  readonly http: AssistantsView['endpoint']['http']
  readonly busy: boolean
  readonly onSet: (choice: Partial<AccessChoice>) => void
}

/** Access over HTTP in one line: for clients that cannot start a program. */
function HttpAccess({ http, busy, onSet }: HttpAccessProps) {
  const messages = usePanelText().instructions.endpoint
  const [typed, setTyped] = useState(String(http.port))
  const copy = useCopy(inPanelText(({ instructions }) => instructions.endpoint.copied))
  const id = useId()
  const good = isPort(typed)
  const port = Number.parseInt(typed, 10)
  const problem = good ? httpProblem(http, messages) : messages.portProblem
  return (
    <>
      <div className="endpoint-row">
        <h4>{messages.http}</h4>
        <span className="assistant-state" data-testid="http-state" data-state={http.state}>
          {messages.states[http.state]}
        </span>
        {http.state === 'listening' && (
          <span className="endpoint-address">
            <code className="selectable">{http.url}</code>
            <IconButton
              icon={Copy}
              size="small"
              label={messages.copy}
              onClick={() => copy(http.url)}
            />
          </span>
        )}
        {http.state === 'off' && <span className="dim">{messages.httpHint}</span>}
        <span className="spring" />
        <PortField
          label={messages.port}
          typed={typed}
          problemId={problem === null ? undefined : id}
          onTyped={setTyped}
        />
        {http.on && typed !== String(http.port) && (
          <Button disabled={busy || !good} onClick={() => onSet({ port })}>
            {messages.change}
          </Button>
        )}
        <Button
          disabled={busy || (!http.on && !good)}
          onClick={() => onSet(http.on ? { http: false } : { http: true, port })}
        >
          {http.on ? messages.httpOff : messages.httpOn}
        </Button>
      </div>
      <EndpointProblem id={id} problem={problem} />
    </>
  )
}

/**
 * How often a wrong key was used since the start, and when last. It stays in sight while the panel
 * scrolls.
 */
export function WrongKeysNote({ wrongKeys }: { readonly wrongKeys: WrongKeys }) {
  const text = usePanelText().clients
  const { now } = useMainWindow()
  useEvery(AGE_EVERY_MS)
  const { count, lastAt } = wrongKeys
  return (
    <p className="note warn wrong-keys" role="status" data-testid="wrong-keys">
      {text.wrongKeys(String(count), formatAge(now() - lastAt), count === 1)}
    </p>
  )
}

function httpProblem(
  { state, problem }: HttpAccessProps['http'],
  messages: PanelText['instructions']['endpoint'],
): string | null {
  return problem !== null && state === 'port-in-use'
    ? messages.inUse
    : formatOptionalMessage(problem)
}

interface RenewKeysProps {
  readonly connections: readonly ConnectionView[]
  /** Shows a key that replaced another one. */
  readonly onRenewed: (pairing: Pairing) => void
}

/** Offers to renew the keys that a stranger on the port may know. */
function RenewKeys({ connections, onRenewed }: RenewKeysProps) {
  const messages = usePanelText().instructions.endpoint
  const { request, busy } = useRequest('toast')
  const paired = connections.filter(
    ({ state, hosted }) => state !== 'revoked' && hosted === undefined,
  )
  if (paired.length === 0) return null
  const renew = ({ id }: ConnectionView): void =>
    void request('assistants.renew-key', { id }).then((renewed) => {
      if (renewed !== null) onRenewed(renewed)
    })
  return (
    <div className="row-wrap renew-keys" role="group" aria-label={messages.renewTitle}>
      {paired.map((connection) => (
        <Button
          key={connection.id}
          size="small"
          icon={KeyRound}
          disabled={busy}
          onClick={() => renew(connection)}
        >
          {messages.renew(connection.name)}
        </Button>
      ))}
    </div>
  )
}
