import { Plus } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import type { ConnectionView, Pairing } from '../../../../shared/domain/instructions/connection.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { ConnectionDetail } from './connection-detail.js'
import { Endpoint, WrongKeysNote } from './endpoint.js'
import { HostedServer } from './hosted-server.js'
import { OutdatedClients } from './outdated-clients.js'
import { PairForm } from './pair-form.js'
import { PairingResult } from './pairing-result.js'
import { formatMessage } from '../../../format/message.js'

type Shown =
  | { readonly kind: 'connection'; readonly id: ConnectionId | null }
  | { readonly kind: 'pair' }
  | { readonly kind: 'key'; readonly pairing: Pairing }

/** Assistant access, the paired assistants, and one of them in detail. */
export function Assistants({ view }: { readonly view: AssistantsView }) {
  const text = usePanelText()
  const [selection, setSelection] = useState<Shown>({ kind: 'connection', id: null })
  const { connections } = view
  const connection = shownConnection(connections, selection)
  const kind = selection.kind === 'connection' && connection === null ? 'pair' : selection.kind
  const main = useResultFocus(kind)
  return (
    <div className="assistants">
      <div>
        <Endpoint
          endpoint={view.endpoint}
          connections={connections}
          onRenewed={(pairing) => setSelection({ kind: 'key', pairing })}
        />
        {view.hosted !== undefined && <HostedServer hosted={view.hosted} />}
      </div>
      {view.endpoint.wrongKeys !== null && <WrongKeysNote wrongKeys={view.endpoint.wrongKeys} />}
      {connections.length > 0 && <OutdatedClients />}
      <ShadowNotes shadow={view.shadow} />
      <div className="assistants-body">
        {connections.length > 0 && (
          <AssistantList
            connections={connections}
            currentId={kind === 'connection' ? (connection?.id ?? null) : null}
            pairing={kind === 'pair'}
            onShow={setSelection}
          />
        )}
        {/* Each connection starts scrolled to the top. Focusable, because it scrolls. */}
        <div
          key={kind === 'connection' ? connection?.id : kind}
          ref={main}
          className="assistants-main"
          tabIndex={0}
          role="group"
          aria-label={kind === 'connection' ? connection?.name : text.instructions.pair.title}
        >
          {kind === 'pair' && (
            <PairForm
              first={connections.length === 0}
              onPaired={(pairing) => setSelection({ kind: 'key', pairing })}
            />
          )}
          {selection.kind === 'key' && (
            <PairingResult
              pairing={selection.pairing}
              connection={
                connections.find(({ id }) => id === selection.pairing.connection.id) ??
                selection.pairing.connection
              }
              endpoint={view.endpoint}
              onDone={() =>
                setSelection({ kind: 'connection', id: selection.pairing.connection.id })
              }
            />
          )}
          {kind === 'connection' && connection !== null && (
            <ConnectionDetail
              key={connection.id}
              connection={connection}
              onRenewed={(pairing) => setSelection({ kind: 'key', pairing })}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** Returns the chosen connection, else the first one that is not revoked, else the first. */
function shownConnection(
  connections: readonly ConnectionView[],
  shown: Shown,
): ConnectionView | null {
  const chosen = shown.kind === 'connection' ? shown.id : null
  return (
    connections.find((candidate) => candidate.id === chosen) ??
    connections.find((candidate) => candidate.state !== 'revoked') ??
    connections[0] ??
    null
  )
}

/**
 * Returns a ref to focus when the submitted form disappears and its result is shown, or a new key,
 * which is shown once.
 */
function useResultFocus(kind: Shown['kind']): RefObject<HTMLDivElement | null> {
  const main = useRef<HTMLDivElement>(null)
  const before = useRef(kind)
  useEffect(() => {
    const isResult = kind === 'key' || (kind !== 'pair' && before.current !== 'connection')
    if (before.current !== kind && isResult) {
      main.current?.focus()
    }
    before.current = kind
  }, [kind])
  return main
}

/** Shows that shadow practice is opening, or why it could not. */
function ShadowNotes({ shadow }: Pick<AssistantsView, 'shadow'>) {
  const scorecardText = usePanelText().scorecard
  return (
    <>
      {shadow.state === 'opening' && (
        <p className="note" role="status">
          {scorecardText.opening}
        </p>
      )}
      {shadow.problem !== null && (
        <p className="note bad" role="status">
          {scorecardText.closed(formatMessage(shadow.problem))}
        </p>
      )}
    </>
  )
}

function AssistantList({
  connections,
  currentId,
  pairing,
  onShow,
}: {
  readonly connections: readonly ConnectionView[]
  readonly currentId: ConnectionId | null
  /** True while the form that pairs another assistant is shown. */
  readonly pairing: boolean
  readonly onShow: (shown: Shown) => void
}) {
  const text = usePanelText()
  const hostedText = text.hosted
  const messages = text.instructions.assistants
  return (
    <nav className="assistants-side" aria-label={messages.list}>
      <ul className="assistants-list">
        {connections.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className="profiles-item"
              aria-current={item.id === currentId}
              onClick={() => onShow({ kind: 'connection', id: item.id })}
            >
              <span className="profiles-name">{item.name}</span>
              <span className="assistant-state" data-state={item.state}>
                {messages.states[item.state]}
              </span>
              {item.shadow && (
                <span className="environment-tag" data-environment="practice">
                  {messages.shadow}
                </span>
              )}
              {item.hosted !== undefined && <span className="dim">{hostedText.hosted}</span>}
            </button>
          </li>
        ))}
      </ul>
      <div className="assistants-pair">
        <Button
          size="small"
          icon={Plus}
          data-testid="pair-open"
          aria-pressed={pairing}
          onClick={() => onShow({ kind: 'pair' })}
        >
          {messages.another}
        </Button>
      </div>
    </nav>
  )
}
