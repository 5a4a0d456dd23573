import { Inbox as InboxIcon, Plus } from 'lucide-react'
import type { AssistantsView, InstructionRow } from '../../../shared/ipc/instructions.js'
import { formatCountdown } from '../../format/time.js'
import { useDesk } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { useEvery } from '../../ui/every.js'
import { Empty } from '../../ui/states.js'
import { useCall } from './use-call.js'

const words = text.instructions.inbox

/** What waits for the person, the one that ends first on top. */
export function Inbox({ pending, view, onPair }: { readonly pending: readonly InstructionRow[]; readonly view: AssistantsView; readonly onPair: () => void }) {
  if (pending.length === 0) {
    const nobody = view.connections.every((each) => each.state === 'revoked')
    return (
      <Empty icon={InboxIcon} title={nobody ? words.none : words.empty} hint={nobody ? words.noneHint : words.emptyHint}>
        {nobody && <Button icon={Plus} onClick={onPair}>{words.pair}</Button>}
      </Empty>
    )
  }
  return <ul className="asked">{pending.toSorted((a, b) => a.expiresAt - b.expiresAt).map((row) => <Asked key={row.id} row={row} />)}</ul>
}

function Asked({ row }: { readonly row: InstructionRow }) {
  const { now } = useDesk()
  const { call, busy } = useCall()
  useEvery(1_000)
  const left = row.expiresAt - now()
  return (
    <li className="asked-row" data-testid={`instruction-${row.id}`}>
      <div className="asked-what">
        <p className="asked-line"><span className={`side ${row.side}`}>{words.actions[row.action]}</span> <strong>{row.line}</strong></p>
        <p className="dim">
          {words.by} {row.connectionName}{row.source === 'hosted' && ` · ${words.hosted}`}{row.asked > 1 && <> · <span className="asked-times">{words.asked(row.asked)}</span></>}
        </p>
        {row.reason !== '' && <p className="asked-reason"><span className="label">{words.reason}</span>{row.reason}</p>}
      </div>
      <span className="tnum asked-left" data-soon={left < 60_000}>{left > 0 ? words.left(formatCountdown(left)) : words.overdue}</span>
      <Button look="primary" disabled={busy} aria-label={words.reviewLabel(row.line)} onClick={() => void call('instructions.show', { id: row.id })}>{words.review}</Button>
    </li>
  )
}
