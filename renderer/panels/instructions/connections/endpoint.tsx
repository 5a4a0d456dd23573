import { Copy, DoorClosed, DoorOpen } from 'lucide-react'
import { useId, useState } from 'react'
import type { WindowText } from '../../../../shared/messages/window/window-text.js'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import { useText } from '../../../language/window-text.js'
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

/** The state of the MCP endpoint in one line: on or off, its port, and any problem. */
export function Endpoint({ endpoint }: { readonly endpoint: AssistantsView['endpoint'] }) {
  const messages = useText().instructions.endpoint
  const { request, busy } = useRequest('toast')
  const [port, setPort] = useState(String(endpoint.port))
  const id = useId()
  const good = isPort(port)
  const set = (on: boolean): void =>
    void request('assistants.endpoint', { on, port: Number.parseInt(port, 10) })
  const copy = useCopy(messages.copied)
  const moved = endpoint.on && port !== String(endpoint.port)
  const problem = good ? endpointProblem(endpoint, messages) : messages.portProblem
  return (
    <section className="endpoint" aria-label={messages.title}>
      <div className="endpoint-row">
        <h3>{messages.title}</h3>
        <span className="assistant-state" data-testid="endpoint-state" data-state={endpoint.state}>
          {messages.states[endpoint.state]}
        </span>
        {endpoint.state === 'listening' && (
          <span className="endpoint-address">
            <code className="selectable">{endpoint.url}</code>
            <IconButton
              icon={Copy}
              size="small"
              label={messages.copy}
              onClick={() => copy(endpoint.url)}
            />
          </span>
        )}
        {endpoint.state === 'off' && <span className="dim">{messages.hint}</span>}
        <span className="spring" />
        <PortField
          label={messages.port}
          typed={port}
          problemId={problem === null ? undefined : id}
          onTyped={setPort}
        />
        {moved && (
          <Button disabled={busy || !good} onClick={() => set(true)}>
            {messages.change}
          </Button>
        )}
        {endpoint.on ? (
          <Button
            icon={DoorClosed}
            disabled={busy}
            onClick={() => void request('assistants.endpoint', { on: false, port: endpoint.port })}
          >
            {messages.off}
          </Button>
        ) : (
          <Button
            icon={DoorOpen}
            variant="primary"
            disabled={busy || !good}
            onClick={() => set(true)}
          >
            {messages.on}
          </Button>
        )}
      </div>
      <EndpointProblem id={id} problem={problem} />
    </section>
  )
}

/**
 * How often a wrong key was used since the start, and when last. It stays in sight while the panel
 * scrolls.
 */
export function WrongKeysNote({ wrongKeys }: { readonly wrongKeys: WrongKeys }) {
  const text = useText().clients
  const { now } = useMainWindow()
  useEvery(AGE_EVERY_MS)
  const { count, lastAt } = wrongKeys
  return (
    <p className="note warn wrong-keys" role="status" data-testid="wrong-keys">
      {text.wrongKeys(String(count), formatAge(now() - lastAt), count === 1)}
    </p>
  )
}

function endpointProblem(
  { state, problem }: AssistantsView['endpoint'],
  messages: WindowText['instructions']['endpoint'],
): string | null {
  return problem !== null && state === 'port-in-use'
    ? messages.inUse
    : formatOptionalMessage(problem)
}
