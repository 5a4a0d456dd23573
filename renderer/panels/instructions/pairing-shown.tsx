import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { Pairing } from '../../../shared/ipc/instructions.js'
import { useDesk } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { useCall } from './use-call.js'

const words = text.instructions.pair

/** The new key, once, and what to put where. Kept in no store; gone when this is closed. */
export function PairingShown({
  pairing,
  doorOpen,
  onDone,
}: {
  readonly pairing: Pairing
  readonly doorOpen: boolean
  readonly onDone: () => void
}) {
  const { toasts } = useDesk()
  const { call } = useCall()
  const [client, setClient] = useState(pairing.snippets[0]?.client ?? '')
  const snippet = pairing.snippets.find((each) => each.client === client) ?? null
  const copy = (value: string): void =>
    void call('app.copy-text', { text: value }).then((done) => {
      if (done !== null) toast(toasts, 'info', words.copied)
    })
  return (
    <section className="pairing" data-testid="pairing">
      <h3>{words.shown(pairing.connection.name)}</h3>
      <p className="note warn">{words.once}</p>
      {!doorOpen && <p className="note bad">{words.doorClosed}</p>}
      <div className="pairing-key">
        <code className="selectable" data-testid="pairing-token" aria-label={words.key}>
          {pairing.token}
        </code>
        <Button icon={Copy} onClick={() => copy(pairing.token)}>
          {words.copyKey}
        </Button>
      </div>
      {snippet !== null && (
        <>
          <div className="row-apart">
            <h3>{words.where}</h3>
            <div className="row-wrap">
              <Select
                aria-label={words.client}
                value={client}
                options={pairing.snippets.map((each) => ({
                  value: each.client,
                  label: each.client,
                }))}
                onValue={setClient}
              />
              <Button size="small" icon={Copy} onClick={() => copy(snippet.text)}>
                {words.copy}
              </Button>
            </div>
          </div>
          <p className="dim selectable">{snippet.file}</p>
          <pre className="selectable snippet" tabIndex={0} aria-label={words.where}>
            {snippet.text}
          </pre>
        </>
      )}
      <div>
        <Button look="primary" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </section>
  )
}
