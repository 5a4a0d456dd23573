import { KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { plainLine } from '../../../../shared/domain/text-safety.js'
import type { ConnectionView, Pairing } from '../../../../shared/domain/instructions/connection.js'
import { dayStamp, formatAge, clockStamp } from '../../../format/time.js'
import { useMainWindow } from '../../../stores/context.js'
import { formatMessage } from '../../../format/message.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button, IconButton } from '../../../ui/button.js'
import { ConfirmButton } from '../../../ui/confirm/confirm-button.js'
import { Dialog } from '../../../ui/dialog.js'
import { useEvery } from '../../../ui/every.js'
import { TextInput } from '../../../ui/field.js'
import { useRequest } from '../../../ui/use-request.js'
import { explainByTab } from '../../../ui/hints/hint.js'
const PAUSE_MINUTES = 15
const NAME_CHARS = 80
const AGE_EVERY_MS = 5_000

/**
 * The assistant's name, state and immediate actions. `children` are placed at the end of its last
 * line.
 */
export function ConnectionHead({
  connection,
  onRenewed,
  children,
}: {
  readonly connection: ConnectionView
  /** Shows a key that replaced another one. */
  readonly onRenewed: (pairing: Pairing) => void
  readonly children?: ReactNode
}) {
  const sending = useRequest('toast')
  const [renaming, setRenaming] = useState(false)
  const revoked = connection.state === 'revoked'
  return (
    <header className="connection-head">
      <div className="row-apart">
        {renaming ? (
          <RenameForm
            connection={connection}
            sending={sending}
            onClose={() => setRenaming(false)}
          />
        ) : (
          <Title connection={connection} onRename={() => setRenaming(true)} />
        )}
        {!revoked && !renaming && (
          <Actions connection={connection} sending={sending} onRenewed={onRenewed} />
        )}
      </div>
      <div className="row-apart">
        <ConnectionStatus connection={connection} />
        {children}
      </div>
    </header>
  )
}

interface PartProps {
  readonly connection: ConnectionView
  /** One request at a time for the whole head. */
  readonly sending: ReturnType<typeof useRequest>
}

function Title({
  connection: { name, state },
  onRename,
}: Pick<PartProps, 'connection'> & { readonly onRename: () => void }) {
  const messages = usePanelText().instructions.assistants
  return (
    <div className="connection-title">
      <h3 className="connection-name">{name}</h3>
      {state !== 'revoked' && (
        <IconButton icon={Pencil} size="small" label={messages.rename} onClick={onRename} />
      )}
      <span className="assistant-state" data-testid="connection-state" data-state={state}>
        {messages.states[state]}
      </span>
    </div>
  )
}

function RenameForm({
  connection,
  sending: { request, busy },
  onClose,
}: PartProps & { readonly onClose: () => void }) {
  const text = usePanelText()
  const messages = text.instructions.assistants
  const [name, setName] = useState(connection.name)
  const plain = plainLine(name, NAME_CHARS)
  const rename = (): void =>
    void request('assistants.rename', { id: connection.id, name: plain }).then((done) => {
      if (done !== null) onClose()
    })
  return (
    <form
      className="row-wrap"
      onSubmit={(event) => {
        event.preventDefault()
        rename()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <TextInput
        aria-label={text.instructions.pair.name}
        autoFocus
        maxLength={NAME_CHARS}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={busy || plain === ''}>
        {messages.save}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {messages.cancel}
      </Button>
    </form>
  )
}

/** Pauses, resumes or revokes the connection, or renews its key. */
function Actions({
  connection,
  sending,
  onRenewed,
}: PartProps & { readonly onRenewed: (pairing: Pairing) => void }) {
  const messages = usePanelText().instructions.assistants
  const { request, busy } = sending
  const { id, state } = connection
  const [open, setOpen] = useState<'renew' | 'revoke' | null>(null)
  const close = (): void => setOpen(null)
  const pause = (minutes: number | null): void => void request('assistants.pause', { id, minutes })
  return (
    <div className="connection-acts">
      {state === 'paused' ? (
        <Button
          size="small"
          icon={Play}
          disabled={busy}
          onClick={() => void request('assistants.resume', { id })}
        >
          {messages.resume}
        </Button>
      ) : (
        <>
          <Button size="small" icon={Pause} disabled={busy} onClick={() => pause(PAUSE_MINUTES)}>
            {messages.pauseShort}
          </Button>
          <Button size="small" disabled={busy} onClick={() => pause(null)}>
            {messages.pause}
          </Button>
        </>
      )}
      {connection.hosted === undefined && (
        <Button size="small" icon={KeyRound} onClick={() => setOpen('renew')}>
          {messages.renew}
        </Button>
      )}
      <Button size="small" variant="danger" icon={Trash2} onClick={() => setOpen('revoke')}>
        {messages.revoke}
      </Button>
      {open === 'renew' && (
        <RenewDialog
          connection={connection}
          sending={sending}
          onClose={close}
          onRenewed={onRenewed}
        />
      )}
      {open === 'revoke' && (
        <RevokeDialog connection={connection} sending={sending} onClose={close} />
      )}
    </div>
  )
}

function RenewDialog({
  connection,
  sending: { request },
  onClose,
  onRenewed,
}: PartProps & { readonly onClose: () => void; readonly onRenewed: (pairing: Pairing) => void }) {
  const messages = usePanelText().instructions.assistants
  const renew = (): void => {
    onClose()
    void request('assistants.renew-key', { id: connection.id }).then((renewed) => {
      if (renewed !== null) onRenewed(renewed)
    })
  }
  return (
    <Dialog
      title={messages.renewTitle(connection.name)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{messages.back}</Button>
          <ConfirmButton variant="primary" onConfirm={renew}>
            {messages.renewDo}
          </ConfirmButton>
        </>
      }
    >
      <p>{messages.renewBody}</p>
    </Dialog>
  )
}

function RevokeDialog({
  connection,
  sending: { request },
  onClose,
}: PartProps & { readonly onClose: () => void }) {
  const messages = usePanelText().instructions.assistants
  const revoke = (): void => {
    onClose()
    void request('assistants.revoke', { id: connection.id })
  }
  return (
    <Dialog
      title={messages.revokeTitle(connection.name)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{messages.back}</Button>
          <ConfirmButton variant="danger primary" onConfirm={revoke}>
            {messages.revokeDo}
          </ConfirmButton>
        </>
      }
    >
      <p>{messages.revokeBody}</p>
    </Dialog>
  )
}

/** One line: when and as which client it was last connected, and why it is paused. */
function ConnectionStatus({ connection }: { readonly connection: ConnectionView }) {
  const text = usePanelText()
  const hostedText = text.hosted
  const messages = text.instructions.assistants
  const { now } = useMainWindow()
  useEvery(AGE_EVERY_MS)
  const { lastSeenAt, client, pausedUntil, pauseWhy, state } = connection
  const paused =
    state === 'paused'
      ? [
          pausedUntil === null ? messages.untilResumed : messages.until(clockStamp(pausedUntil)),
          ...(pauseWhy === null ? [] : [formatMessage(pauseWhy)]),
        ]
      : []
  return (
    <div className="connection-status">
      {paused.length > 0 && <p className="warn-text">{paused.join(' · ')}</p>}
      <p className="dim">
        {lastSeenAt === null ? (
          messages.neverSeen
        ) : (
          <time {...explainByTab(dayStamp(lastSeenAt))}>
            {messages.seenAgo(formatAge(now() - lastSeenAt))}
          </time>
        )}
        {client !== null && (
          <>
            {' '}
            · <span className="selectable">{client}</span>
          </>
        )}
        {connection.shadow && ` · ${messages.shadow}`}
      </p>
      {connection.hosted !== undefined && (
        <p className="dim" data-testid="hosted-scope">
          {connection.hosted.scopes.length === 0
            ? hostedText.signedOut
            : hostedText.may(connection.hosted)}
        </p>
      )}
    </div>
  )
}
