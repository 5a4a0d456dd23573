import { useState } from 'react'
import type { ConnectionView, Pairing } from '../../../../shared/domain/instructions/connection.js'
import { useText } from '../../../language/window-text.js'
import { Segments } from '../../../ui/segments.js'
import { ClientSetups } from './client-setups.js'
import { ConnectionHead } from './connection-head.js'
import { PolicyForm } from '../policy/policy-form.js'
import { Scorecard } from '../scorecard/scorecard.js'
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
  const messages = useText().instructions.assistants
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
