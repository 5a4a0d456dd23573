import { useState } from 'react'
import type { ConnectionView, Pairing } from '../../../../shared/domain/instructions/connection.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Segments } from '../../../ui/segments.js'
import { ConnectionHead } from './connection-head.js'
import { PolicyForm } from '../policy/policy-form.js'
import { Scorecard } from '../scorecard/scorecard.js'
import { Undo2 } from 'lucide-react'
import { CLIENT_NAMES } from './client-names.js'
import { clockStamp } from '../../../format/time.js'
import { Button } from '../../../ui/button.js'
import { useUndo } from './client-setup.js'
import { useClientSetups } from './use-client-plan.js'

const PARTS = ['limits', 'report'] as const

/** One assistant: its state, its policy, and the results of its requests. */
export function ConnectionDetail({
  connection,
  onRenewed,
}: {
  readonly connection: ConnectionView
  /** Shows a key that replaced another one. */
  readonly onRenewed: (pairing: Pairing) => void
}) {
  const messages = usePanelText().instructions.assistants
  const [part, setPart] = useState<(typeof PARTS)[number]>(
    connection.state === 'revoked' ? 'report' : 'limits',
  )
  const visiblePart = connection.state === 'revoked' ? 'report' : part
  return (
    <section className="connection" aria-label={connection.name}>
      <ConnectionHead connection={connection} onRenewed={onRenewed}>
        {connection.state !== 'revoked' && (
          <Segments
            label={messages.partsLabel}
            value={visiblePart}
            onValue={setPart}
            options={PARTS.map((value) => ({ value, label: messages.parts[value] }))}
          />
        )}
      </ConnectionHead>
      <ClientSetups connection={connection} />
      {visiblePart === 'limits' && <PolicyForm connection={connection} />}
      {visiblePart === 'report' && <Scorecard connection={connection} />}
    </section>
  )
}

/** The settings that Countersign changed for this assistant, which can be undone later too. */
function ClientSetups({ connection }: { readonly connection: ConnectionView }) {
  const text = usePanelText().clients
  const { setups, refresh } = useClientSetups(connection.id)
  const { undo, busy } = useUndo(refresh)
  if (setups.length === 0) return null
  return (
    <ul className="client-setups" aria-label={text.setups}>
      {setups.map((setup) => (
        <li key={`${setup.client} ${setup.writtenAt}`} className="row-apart">
          <span className="dim selectable">
            {text.setup(setup, CLIENT_NAMES[setup.client], clockStamp(setup.writtenAt))}
          </span>
          <Button
            size="small"
            icon={Undo2}
            disabled={busy}
            hint={setup.backup === null ? undefined : text.copyOf(setup.backup)}
            onClick={() => undo(setup.client, setup.connection)}
          >
            {text.undo}
          </Button>
        </li>
      ))}
    </ul>
  )
}
