import { ownMessage } from '../../../format/own-message.js'
import './waiting.css'
import { Hourglass, X } from 'lucide-react'
import type { WaitingRow } from '../../../../shared/domain/instructions/waiting-instruction.js'
import { clockStamp, dayStamp, timeHint } from '../../../format/time.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { OrderLine } from '../../../ui/order-line.js'
import { useRequest } from '../../../ui/use-request.js'
import { explain, fullText } from '../../../ui/hints/hint.js'

/** True while a row waits for its condition or for its check. */
export const isWaiting = ({ state }: WaitingRow): boolean =>
  state === 'waiting' || state === 'waking'

/**
 * The requests that wait for a condition: the condition in words, the order, when it expires, and
 * since when it is not evaluated. Each can be removed; none is ever sent by itself.
 */
export function WaitingList({ rows }: { readonly rows: readonly WaitingRow[] }) {
  const messages = usePanelText().instructions.waiting
  if (rows.length === 0) return null
  return (
    <section className="waiting" aria-label={messages.title}>
      <h3 className="waiting-title">
        <Hourglass size={12} aria-hidden />
        {messages.title}
        <span className="dim">{messages.hint}</span>
      </h3>
      <ul className="request">
        {rows.map((row) => (
          <WaitingEntry key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function WaitingEntry({ row }: { readonly row: WaitingRow }) {
  const messages = usePanelText().instructions.waiting
  const { request, busy } = useRequest('toast')
  const { id, connectionId: connection } = row
  const condition = ownMessage(row.condition)
  return (
    <li className="request-row" data-testid={`waiting-${id}`} data-state={row.state}>
      <div className="request-what">
        <p className="request-line">
          <span className="waiting-when">{messages.when(condition)}</span>{' '}
          <WaitingOrder row={row} />
        </p>
        <p className="request-note">
          <span className="request-by" {...fullText(row.connectionName)}>
            {messages.by(row.connectionName)}
          </span>
          <HeldNote row={row} />
          {row.reason !== '' && (
            <span className="request-reason" {...fullText(row.reason)}>
              <span className="label">{messages.reason}</span> {row.reason}
            </span>
          )}
        </p>
      </div>
      <span className="tnum request-left" {...explain(timeHint(row.expiresAt))}>
        {messages.until(dayStamp(row.expiresAt))}
      </span>
      <Button
        icon={X}
        disabled={busy || row.state !== 'waiting'}
        aria-label={messages.removeLabel(condition)}
        onClick={() => void request('instructions.remove-waiting', { connection, id })}
      >
        {messages.remove}
      </Button>
    </li>
  )
}

function WaitingOrder({ row }: { readonly row: WaitingRow }) {
  const messages = usePanelText().instructions.waiting
  return (
    <>
      <OrderLine order={{ line: row.line, side: row.side, action: 'place' }} small />
      {row.more > 0 && <span className="tag">{messages.more(row.more)}</span>}
    </>
  )
}

/** Says since when a condition is not evaluated, or when it last was not. */
function HeldNote({ row }: { readonly row: WaitingRow }) {
  const messages = usePanelText().instructions.waiting
  if (row.held !== null) {
    const since = row.heldSince === null ? null : clockStamp(row.heldSince)
    return (
      <span className="badge warn" data-testid="held">
        {messages.held(messages.reasons[row.held], since)}
      </span>
    )
  }
  return row.gap === null ? null : (
    <span data-testid="gap" {...explain(`${timeHint(row.gap.from)} – ${timeHint(row.gap.to)}`)}>
      {messages.gap(
        clockStamp(row.gap.from),
        clockStamp(row.gap.to),
        messages.reasons[row.gap.why],
      )}
    </span>
  )
}

/** Waiting instructions in the history: those that wait, woke or ended, newest first. */
export function WaitingHistory({ rows }: { readonly rows: readonly WaitingRow[] }) {
  const messages = usePanelText().instructions.waiting
  if (rows.length === 0) return null
  return (
    <table className="plain waiting-history" aria-label={messages.history}>
      <thead>
        <tr>
          {(['at', 'condition', 'line', 'by', 'state'] as const).map((head) => (
            <th key={head} scope="col">
              {messages.heads[head]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <HistoryRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function HistoryRow({ row }: { readonly row: WaitingRow }) {
  const messages = usePanelText().instructions.waiting
  const changedAt = row.endedAt ?? row.createdAt
  const detail = row.detail === null ? '' : ownMessage(row.detail)
  return (
    <tr data-testid={`waited-${row.id}`} data-state={row.state}>
      <td className="tnum dim">
        <time {...explain(timeHint(changedAt))}>{dayStamp(changedAt)}</time>
      </td>
      <td>{ownMessage(row.condition)}</td>
      <td>
        <WaitingOrder row={row} />
      </td>
      <td className="cut">{row.connectionName}</td>
      <td>
        <strong>{messages.states[row.state]}</strong>
        {detail !== '' && <span className="waiting-detail">{detail}</span>}
      </td>
    </tr>
  )
}
