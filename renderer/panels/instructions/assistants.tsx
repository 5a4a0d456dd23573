import { Bot } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionId } from '../../../shared/domain/instruction.js'
import type { AssistantsView, Pairing } from '../../../shared/ipc/instructions.js'
import { text } from '../../text/en.js'
import { Empty } from '../../ui/states.js'
import { ConnectionDetail } from './connection-detail.js'
import { Endpoint } from './endpoint.js'
import { PairForm } from './pair-form.js'
import { PairingShown } from './pairing-shown.js'

const words = text.instructions.assistants

/** The door, who is paired, and one of them in detail. */
export function Assistants({ view }: { readonly view: AssistantsView }) {
  const [chosen, setChosen] = useState<ConnectionId | null>(null)
  const [pairing, setPairing] = useState<Pairing | null>(null)
  const shown = view.connections.find((each) => each.id === chosen) ?? view.connections.find((each) => each.state !== 'revoked') ?? view.connections[0] ?? null
  return (
    <div className="assistants">
      <div className="assistants-side">
        <Endpoint endpoint={view.endpoint} />
        {view.connections.length > 0 && (
          <ul className="assistants-list" aria-label={words.list}>
            {view.connections.map((each) => (
              <li key={each.id}>
                <button type="button" className="profiles-item" aria-current={each.id === shown?.id} onClick={() => { setPairing(null); setChosen(each.id) }}>
                  <span className="profiles-name">{each.name}</span>
                  <span className="assistant-state" data-state={each.state}>{words.states[each.state]}</span>
                  {each.shadow && <span className="dim">{words.shadow}</span>}
                </button>
              </li>
            ))}
          </ul>
        )}
        <PairForm onPaired={(made) => { setPairing(made); setChosen(made.connection.id) }} />
      </div>
      {/* Another one starts at its top. */}
      <div key={pairing === null ? (shown?.id ?? 'none') : 'pairing'} className="assistants-main">
        {pairing !== null && <PairingShown pairing={pairing} doorOpen={view.endpoint.state === 'listening'} onDone={() => setPairing(null)} />}
        {pairing === null && shown === null && <Empty icon={Bot} title={words.none} hint={words.noneHint} />}
        {pairing === null && shown !== null && <ConnectionDetail key={shown.id} connection={shown} />}
      </div>
    </div>
  )
}
