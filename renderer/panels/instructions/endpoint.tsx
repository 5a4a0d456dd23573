import { Copy, DoorClosed, DoorOpen } from 'lucide-react'
import { useState } from 'react'
import type { AssistantsView } from '../../../shared/ipc/instructions.js'
import { useDesk } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button, IconButton } from '../../ui/button.js'
import { Field, TextInput } from '../../ui/field.js'
import { useCall } from './use-call.js'

const words = text.instructions.endpoint
const validPort = (value: string): boolean => /^\d{4,5}$/.test(value) && Number.parseInt(value, 10) >= 1_024 && Number.parseInt(value, 10) <= 65_535

/** The program's one door for assistants: open or closed, on which port, and how it stands. */
export function Endpoint({ endpoint }: { readonly endpoint: AssistantsView['endpoint'] }) {
  const { toasts } = useDesk()
  const { call, busy } = useCall()
  const [port, setPort] = useState(String(endpoint.port))
  const good = validPort(port)
  const set = (on: boolean): void => void call('assistants.endpoint', { on, port: Number.parseInt(port, 10) })
  const copy = (): void => void call('app.copy-text', { text: endpoint.url }).then((done) => { if (done !== null) toast(toasts, 'info', words.copied) })
  const moved = endpoint.on && port !== String(endpoint.port)
  return (
    <section className="assistant-box" aria-label={words.title}>
      <div className="row-apart"><h3>{words.title}</h3><span className="assistant-state" data-testid="door-state" data-state={endpoint.state}>{words.states[endpoint.state]}</span></div>
      {endpoint.state === 'listening'
        ? <p className="door-address"><code className="selectable">{endpoint.url}</code><IconButton icon={Copy} size="small" label={words.copy} onClick={copy} /></p>
        : <p className="dim">{words.hint}</p>}
      {endpoint.problem !== null && <p className="note bad">{endpoint.state === 'port-in-use' ? words.inUse : endpoint.problem}</p>}
      <div className="door-row">
        <Field label={words.port} problem={good ? null : words.portProblem}>{(wiring) => <TextInput {...wiring} className="tnum" inputMode="numeric" maxLength={5} value={port} onChange={(event) => setPort(event.target.value)} />}</Field>
        {moved && <Button disabled={busy || !good} onClick={() => set(true)}>{words.change}</Button>}
        {endpoint.on
          ? <Button icon={DoorClosed} disabled={busy} onClick={() => void call('assistants.endpoint', { on: false, port: endpoint.port })}>{words.off}</Button>
          : <Button icon={DoorOpen} look="primary" disabled={busy || !good} onClick={() => set(true)}>{words.on}</Button>}
      </div>
    </section>
  )
}
