import { Copy, ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import type { PanelText } from '../../../../shared/messages/window-text.js'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import { useCopy } from '../../../ui/use-copy.js'
import { useRequest } from '../../../ui/use-request.js'
import { EndpointProblem, isPort, PortField } from './port-field.js'

type Hosted = NonNullable<AssistantsView['hosted']>

/**
 * The broker's hosted MCP server in one line: its address for clients, and whether its events are
 * received.
 */
export function HostedServer({ hosted }: { readonly hosted: Hosted }) {
  const messages = usePanelText().hosted
  const { request, busy } = useRequest('toast')
  const [typed, setTyped] = useState(String(hosted.port))
  const id = useId()
  const good = isPort(typed)
  const set = (on: boolean): void =>
    void request('assistants.hosted', { on, port: on ? Number.parseInt(typed, 10) : hosted.port })
  const problem = good ? stateProblem(hosted.state, messages) : messages.numberProblem
  return (
    <section className="endpoint" aria-label={messages.title}>
      <div className="endpoint-row">
        <h3>{messages.title}</h3>
        <span className="assistant-state" data-testid="hosted-state" data-state={hosted.state}>
          {messages.states[hosted.state]}
        </span>
        {hosted.state === 'listening' && <HostedAddress hosted={hosted} />}
        {hosted.state === 'off' && <span className="dim">{messages.hint}</span>}
        {!hosted.synced && (
          <span className="warn-text" role="status">
            {messages.unreachable}
          </span>
        )}
        <span className="spring" />
        <PortField
          label={messages.number}
          typed={typed}
          problemId={problem === null ? undefined : id}
          onTyped={setTyped}
        />
        {hosted.on && typed !== String(hosted.port) && (
          <Button disabled={busy || !good} onClick={() => set(true)}>
            {messages.move}
          </Button>
        )}
        <Button disabled={busy || (!hosted.on && !good)} onClick={() => set(!hosted.on)}>
          {hosted.on ? messages.off : messages.on}
        </Button>
      </div>
      <EndpointProblem id={id} problem={problem} />
    </section>
  )
}

/** The address for clients, and the certificate that they must trust. */
function HostedAddress({ hosted }: { readonly hosted: Hosted }) {
  const messages = usePanelText().hosted
  const copy = useCopy(inPanelText((text) => text.hosted.copied))
  return (
    <span className="endpoint-address">
      <code className="selectable" data-testid="hosted-url">
        {hosted.url}
      </code>
      <IconButton icon={Copy} size="small" label={messages.copy} onClick={() => copy(hosted.url)} />
      <IconButton
        icon={ShieldCheck}
        size="small"
        label={messages.trust}
        hint={messages.trustHint(hosted.caFile)}
        onClick={() => copy(hosted.caFile)}
      />
    </span>
  )
}

function stateProblem(state: Hosted['state'], messages: PanelText['hosted']): string | null {
  if (state === 'port-in-use') return messages.inUse
  return state === 'failed' ? messages.failed : null
}
