import { useState } from 'react'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Segments } from '../../../ui/segments.js'
import { Skeleton } from '../../../ui/states.js'
import { ChainView, type Chain } from './chain-view.js'

/**
 * The open audit logs: one, or two when shadow practice runs beside a live profile, each with its
 * own check and export.
 */
export function AuditView({ view: { chains, shadow } }: { readonly view: AssistantsView }) {
  const text = usePanelText()
  const messages = text.instructions.audit
  const [chosen, setChosen] = useState<Chain['environment'] | null>(null)
  const found = chains.find(({ environment }) => environment === chosen)
  // While the shadow session reopens, keep its log selected: switching logs would show the person
  // another record without notice.
  const isReopening = found === undefined && chosen !== null && shadow.state === 'opening'
  const chain = isReopening ? undefined : (found ?? chains[0])
  const selected = isReopening ? chosen : chain?.environment
  // The shadow session is still opening and no log is readable yet.
  if (selected === undefined) return <Skeleton />
  const open = chains.map(({ environment }) => environment)
  const names = isReopening ? [...open, chosen] : open
  return (
    <div className="audit-all">
      {names.length > 1 && (
        <div className="audit-bar">
          <Segments
            label={messages.chains}
            value={selected}
            onValue={setChosen}
            options={names.map((environment) => ({
              value: environment,
              label: text.environments[environment],
            }))}
          />
          <span className="dim">{messages.chainsHint}</span>
        </div>
      )}
      {chain === undefined ? (
        <p className="note" role="status">
          {messages.away}
        </p>
      ) : (
        <ChainView key={chain.environment} chain={chain} />
      )}
    </div>
  )
}
