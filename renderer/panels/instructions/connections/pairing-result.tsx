import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { Pairing } from '../../../../shared/domain/instructions/connection.js'
import { useText } from '../../../language/window-text.js'
import { Button } from '../../../ui/button.js'
import { Select } from '../../../ui/field.js'
import { useCopy } from '../../../ui/use-copy.js'

/**
 * Shows the new key once, and how to configure the client. The key is in no store and is gone when
 * this closes.
 */
export function PairingResult({
  pairing,
  endpointOpen,
  onDone,
}: {
  readonly pairing: Pairing
  readonly endpointOpen: boolean
  readonly onDone: () => void
}) {
  const messages = useText().instructions.pair
  const [client, setClient] = useState(pairing.snippets[0]?.client ?? '')
  const snippet = pairing.snippets.find((candidate) => candidate.client === client) ?? null
  const copy = useCopy(messages.copied)
  return (
    <section className="pairing" data-testid="pairing">
      <h3>{messages.shown(pairing.connection.name)}</h3>
      <p className="note warn">{messages.once}</p>
      {!endpointOpen && <p className="note bad">{messages.endpointClosed}</p>}
      <div className="pairing-key">
        <code className="selectable" data-testid="pairing-token" aria-label={messages.key}>
          {pairing.token}
        </code>
        <Button icon={Copy} onClick={() => copy(pairing.token)}>
          {messages.copyKey}
        </Button>
      </div>
      {snippet !== null && (
        <>
          <div className="row-apart">
            <h3>{messages.where}</h3>
            <div className="row-wrap">
              <Select
                aria-label={messages.client}
                value={client}
                options={pairing.snippets.map((item) => ({
                  value: item.client,
                  label: item.client,
                }))}
                onValue={setClient}
              />
              <Button size="small" icon={Copy} onClick={() => copy(snippet.text)}>
                {messages.copy}
              </Button>
            </div>
          </div>
          <p className="dim selectable">{snippet.file}</p>
          <pre className="selectable snippet" tabIndex={0} aria-label={messages.where}>
            {snippet.text}
          </pre>
        </>
      )}
      <div>
        <Button variant="primary" onClick={onDone}>
          {messages.done}
        </Button>
      </div>
    </section>
  )
}
