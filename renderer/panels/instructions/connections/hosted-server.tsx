import { Copy, ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import { useMainWindow } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { hostedText as messages } from '../../../text/hosted-en.js'
import { Button, IconButton } from '../../../ui/button.js'
import { TextInput } from '../../../ui/field.js'
import { useRequest } from '../../../ui/use-request.js'

const MAX_PORT_DIGITS = 5
const validNumber = (value: string): boolean =>
  /^\d{4,5}$/.test(value) &&
  Number.parseInt(value, 10) >= 1_024 &&
  Number.parseInt(value, 10) <= 65_535

/**
 * The broker's hosted MCP server in one line: its address for clients, and whether its events are
 * received.
 */
export function HostedServer({
  hosted,
}: {
  readonly hosted: NonNullable<AssistantsView['hosted']>
}) {
  const { toasts } = useMainWindow()
  const { request, busy } = useRequest('toast')
  const [typed, setTyped] = useState(String(hosted.port))
  const id = useId()
  const good = validNumber(typed)
  const set = (on: boolean): void =>
    void request('assistants.hosted', { on, port: on ? Number.parseInt(typed, 10) : hosted.port })
  const copy = (text: string): void =>
    void request('app.copy-text', { text }).then((done) => {
      if (done !== null) toast(toasts, 'info', messages.copied)
    })
  const stateProblem =
    hosted.state === 'port-in-use'
      ? messages.inUse
      : hosted.state === 'failed'
        ? messages.failed
        : null
  const problem = good ? stateProblem : messages.numberProblem
  return (
    <section className="door" aria-label={messages.title}>
      <div className="door-row">
        <h3>{messages.title}</h3>
        <span className="assistant-state" data-testid="hosted-state" data-state={hosted.state}>
          {messages.states[hosted.state]}
        </span>
        {hosted.state === 'listening' && (
          <span className="door-address">
            <code className="selectable" data-testid="hosted-url">
              {hosted.url}
            </code>
            <IconButton
              icon={Copy}
              size="small"
              label={messages.copy}
              onClick={() => copy(hosted.url)}
            />
            <IconButton
              icon={ShieldCheck}
              size="small"
              label={messages.trust}
              title={messages.trustHint(hosted.caFile)}
              onClick={() => copy(hosted.caFile)}
            />
          </span>
        )}
        {hosted.state === 'off' && <span className="dim">{messages.hint}</span>}
        {!hosted.synced && (
          <span className="warn-text" role="status">
            {messages.unreachable}
          </span>
        )}
        <span className="spring" />
        <label className="door-port">
          {messages.number}
          <TextInput
            className="tnum"
            inputMode="numeric"
            maxLength={MAX_PORT_DIGITS}
            value={typed}
            aria-invalid={!good}
            aria-describedby={problem === null ? undefined : id}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        {hosted.on && typed !== String(hosted.port) && (
          <Button disabled={busy || !good} onClick={() => set(true)}>
            {messages.move}
          </Button>
        )}
        <Button disabled={busy || (!hosted.on && !good)} onClick={() => set(!hosted.on)}>
          {hosted.on ? messages.off : messages.on}
        </Button>
      </div>
      {problem !== null && (
        <p id={id} className="note bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
