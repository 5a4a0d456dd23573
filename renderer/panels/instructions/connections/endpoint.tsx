import { Copy, DoorClosed, DoorOpen } from 'lucide-react'
import { useId, useState } from 'react'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import { useMainWindow } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { text } from '../../../text/en.js'
import { Button, IconButton } from '../../../ui/button.js'
import { TextInput } from '../../../ui/field.js'
import { useRequest } from '../../../ui/use-request.js'

const messages = text.instructions.endpoint
const validPort = (value: string): boolean =>
  /^\d{4,5}$/.test(value) &&
  Number.parseInt(value, 10) >= 1_024 &&
  Number.parseInt(value, 10) <= 65_535

/** The state of the MCP endpoint in one line: on or off, its port, and any problem. */
export function Endpoint({ endpoint }: { readonly endpoint: AssistantsView['endpoint'] }) {
  const { toasts } = useMainWindow()
  const { request, busy } = useRequest('toast')
  const [port, setPort] = useState(String(endpoint.port))
  const id = useId()
  const good = validPort(port)
  const set = (on: boolean): void =>
    void request('assistants.endpoint', { on, port: Number.parseInt(port, 10) })
  const copy = (): void =>
    void request('app.copy-text', { text: endpoint.url }).then((done) => {
      if (done !== null) toast(toasts, 'info', messages.copied)
    })
  const moved = endpoint.on && port !== String(endpoint.port)
  const problem = good
    ? endpoint.problem === null
      ? null
      : endpoint.state === 'port-in-use'
        ? messages.inUse
        : endpoint.problem
    : messages.portProblem
  return (
    <section className="door" aria-label={messages.title}>
      <div className="door-row">
        <h3>{messages.title}</h3>
        <span className="assistant-state" data-testid="door-state" data-state={endpoint.state}>
          {messages.states[endpoint.state]}
        </span>
        {endpoint.state === 'listening' && (
          <span className="door-address">
            <code className="selectable">{endpoint.url}</code>
            <IconButton icon={Copy} size="small" label={messages.copy} onClick={copy} />
          </span>
        )}
        {endpoint.state === 'off' && <span className="dim">{messages.hint}</span>}
        <span className="spring" />
        <label className="door-port">
          {messages.port}
          <TextInput
            className="tnum"
            inputMode="numeric"
            maxLength={5}
            value={port}
            aria-invalid={!good}
            aria-describedby={problem === null ? undefined : id}
            onChange={(event) => setPort(event.target.value)}
          />
        </label>
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
      {problem !== null && (
        <p id={id} className="note bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
