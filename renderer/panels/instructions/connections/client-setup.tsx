import { Copy, FilePen, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type {
  ClientId,
  ClientPlan,
  DiffLine,
} from '../../../../shared/domain/instructions/client-setup.js'
import type { Pairing } from '../../../../shared/domain/instructions/connection.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { toast } from '../../../stores/toasts.js'
import { useMainWindow } from '../../../stores/context.js'
import { Button } from '../../../ui/button.js'
import { useCopy } from '../../../ui/use-copy.js'
import { useRequest } from '../../../ui/use-request.js'
import { useClientPlan } from './use-client-plan.js'

type Snippet = Pairing['snippets'][number]

/**
 * How one client is configured: by Countersign itself, by a line of a terminal, or by hand.
 * `children` choose the client; they are beside the button.
 */
export function ClientConfiguration({
  pairing,
  snippet,
  children,
}: {
  readonly pairing: Pairing
  readonly snippet: Snippet
  readonly children: ReactNode
}) {
  return snippet.setup === undefined ? (
    <SnippetText snippet={snippet}>{children}</SnippetText>
  ) : (
    <ClientChange
      choice={children}
      key={snippet.client}
      pairing={pairing}
      snippet={snippet}
      client={snippet.setup}
    />
  )
}

/** What a person copies: the lines of a settings file, or a line of a terminal. */
function SnippetText({
  snippet,
  children,
}: {
  readonly snippet: Snippet
  readonly children: ReactNode
}) {
  const text = usePanelText()
  const messages = text.instructions.pair
  const copy = useCopy(inPanelText(({ instructions }) => instructions.pair.copied))
  return (
    <>
      <div className="row-apart">
        {children}
        <Button icon={Copy} onClick={() => copy(snippet.text)}>
          {snippet.undo === undefined ? messages.copy : text.clients.copyLine}
        </Button>
      </div>
      <p className="dim selectable">
        {snippet.undo === undefined ? snippet.file : text.clients.line}
      </p>
      <pre className="selectable snippet" tabIndex={0} aria-label={messages.where}>
        {snippet.text}
      </pre>
      {snippet.undo !== undefined && (
        <p className="dim selectable">
          {text.clients.undoLine} <code>{snippet.undo.trim()}</code>
        </p>
      )}
    </>
  )
}

interface ChangeProps {
  readonly pairing: Pairing
  readonly snippet: Snippet
  readonly client: ClientId
  readonly choice: ReactNode
}

/** Shows the change of a client's settings, writes it on one press, and undoes it. */
function ClientChange({ pairing, snippet, client, choice }: ChangeProps) {
  const text = usePanelText().clients
  const { token, connection } = pairing
  const { plan, problem, refresh } = useClientPlan(client, connection.id, token)
  const { request, busy } = useRequest('toast')
  const [written, setWritten] = useState(false)
  const [ownerOnly, setOwnerOnly] = useState(true)
  const write = (): void => {
    if (plan === null) return
    void request('assistants.client-write', {
      plan: plan.plan,
      ownerOnly: ownerOnly && plan.readableByOthers,
    }).then((done) => {
      if (done === null) refresh()
      else setWritten(true)
    })
  }
  if (problem !== null) {
    return (
      <>
        <p className="note bad" role="alert">
          {problem}
        </p>
        <SnippetText snippet={snippet}>{choice}</SnippetText>
      </>
    )
  }
  if (plan === null) return <div className="row-apart">{choice}</div>
  if (written) {
    return (
      <WrittenChange
        choice={choice}
        plan={plan}
        name={snippet.client}
        connection={connection.id}
        onUndone={() => {
          setWritten(false)
          refresh()
        }}
      />
    )
  }
  return (
    <>
      <div className="row-apart">
        {choice}
        {plan.change !== 'none' && (
          <Button
            variant="primary"
            icon={FilePen}
            data-testid="client-write"
            disabled={busy}
            onClick={write}
          >
            {text.add(snippet.client)}
          </Button>
        )}
      </div>
      <p className="selectable">{text.changes[plan.change](plan.file)}</p>
      <PlanNotes plan={plan} name={snippet.client} />
      {plan.change !== 'none' && (
        <OwnerChoice plan={plan} ownerOnly={ownerOnly} onChange={setOwnerOnly} />
      )}
      <Difference lines={plan.lines} />
    </>
  )
}

/** What the person should know before the change: links, and a client that is not there. */
function PlanNotes({ plan, name }: { readonly plan: ClientPlan; readonly name: string }) {
  const text = usePanelText().clients
  const { target, leavesHome, installed, client } = plan
  return (
    <>
      {target !== null && (
        <p className={leavesHome ? 'note warn' : 'note'}>
          {leavesHome ? text.leavesHome(target) : text.link(target)}
        </p>
      )}
      {!installed && <p className="note">{text.notInstalled(name)}</p>}
      {client === 'chatgpt' && <p className="note">{text.chatgpt}</p>}
    </>
  )
}

interface OwnerChoiceProps {
  readonly plan: ClientPlan
  readonly ownerOnly: boolean
  readonly onChange: (ownerOnly: boolean) => void
}

/** Says that others may read the file that the key is written into, and offers to end that. */
export function OwnerChoice({ plan, ownerOnly, onChange }: OwnerChoiceProps) {
  const text = usePanelText().clients
  if (!plan.readableByOthers) return null
  return (
    <>
      <p className="note warn" data-testid="readable-by-others">
        {text.readableByOthers}
      </p>
      <label className="choice flush">
        <input
          type="checkbox"
          checked={ownerOnly}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {text.ownerOnly}
      </label>
    </>
  )
}

/** Each line with its sign and, for a screen reader, its word. */
export function Difference({ lines }: { readonly lines: readonly DiffLine[] }) {
  const text = usePanelText().clients
  const labels = { same: '', added: text.added, removed: text.removed, gap: '' } as const
  const signs = { same: ' ', added: '+', removed: '−', gap: '⋮' } as const
  if (lines.length === 0) return null
  return (
    <div
      className="snippet difference selectable"
      tabIndex={0}
      role="group"
      aria-label={text.difference}
      data-testid="client-difference"
    >
      {lines.map(({ kind, text: content }, index) => (
        <div key={index} className="difference-line" data-kind={kind}>
          <span aria-hidden>{signs[kind]} </span>
          {labels[kind] !== '' && <span className="sr-only">{labels[kind]}: </span>}
          {kind === 'gap' ? <span className="dim">{text.gap}</span> : content}
        </div>
      ))}
    </div>
  )
}

function WrittenChange({
  choice,
  plan,
  name,
  connection,
  onUndone,
}: {
  readonly choice: ReactNode
  readonly plan: ClientPlan
  readonly name: string
  readonly connection: Pairing['connection']['id']
  readonly onUndone: () => void
}) {
  const text = usePanelText().clients
  const { undo, busy } = useUndo(onUndone)
  return (
    <>
      <div className="row-apart">
        {choice}
        <Button icon={Undo2} disabled={busy} onClick={() => undo(plan.client, connection)}>
          {text.undo}
        </Button>
      </div>
      <p className="note" role="status" data-testid="client-written">
        {text.written(name, plan.file)}
      </p>
    </>
  )
}

/** Returns a function that takes a change of a client's settings back and says how. */
export function useUndo(onUndone: () => void) {
  const { toasts } = useMainWindow()
  const { request, busy } = useRequest('toast')
  const undo = (client: ClientId, connection: Pairing['connection']['id']): void =>
    void request('assistants.client-undo', { client, connection }).then((done) => {
      if (done === null) return
      toast(
        toasts,
        'good',
        inPanelText(({ clients }) => clients.undone[done.result]),
      )
      onUndone()
    })
  return { undo, busy } as const
}
