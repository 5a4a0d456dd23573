import { ownMessage } from '../../../format/own-message.js'
import { Download, History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { WaitingRow } from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { InstructionRow } from '../../../../shared/domain/instructions/instruction-row.js'
import { dayStamp, timeHint } from '../../../format/time.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { usePanelText } from '../../../language/panel-text.js'
import { IconButton } from '../../../ui/button.js'
import { OrderLine } from '../../../ui/order-line.js'
import { Empty } from '../../../ui/states.js'
import { WaitingHistory } from '../waiting/waiting-list.js'
import { EnvironmentTag } from './inbox.js'
import { InstructionDetail } from './instruction-detail.js'
import { useReceipt } from './use-receipt.js'
import { explain } from '../../../ui/hints/hint.js'
const MAX_ROWS = 200

/**
 * Ended instructions, newest first: decision, the person's changes, outcome, and a receipt that a
 * third party can verify.
 */
export function History({
  rows,
  waiting,
}: {
  readonly rows: readonly InstructionRow[]
  readonly waiting: readonly WaitingRow[]
}) {
  const messages = usePanelText().instructions.history
  const [opened, setOpened] = useState<InstructionId | null>(null)
  const [last, setLast] = useState<InstructionId | null>(null)
  const { save, busy } = useReceipt()
  const ended = endedRows(rows)
  const row = ended.find((candidate) => candidate.id === opened)
  if (row !== undefined) {
    return <InstructionDetail key={row.id} row={row} onBack={() => setOpened(null)} />
  }
  if (ended.length === 0 && waiting.length === 0) {
    return <Empty icon={HistoryIcon} title={messages.empty} hint={messages.emptyHint} />
  }
  const open = (id: InstructionId): void => {
    setLast(id)
    setOpened(id)
  }
  return (
    <>
      <WaitingHistory rows={waiting} />
      {ended.length > 0 && (
        <EndedTable ended={ended} last={last} busy={busy} open={open} save={save} />
      )}
    </>
  )
}

interface EndedTableProps {
  readonly ended: readonly InstructionRow[]
  readonly last: InstructionId | null
  readonly busy: boolean
  readonly open: (id: InstructionId) => void
  readonly save: (id: InstructionId) => void
}

function EndedTable({ ended, last, busy, open, save }: EndedTableProps) {
  const messages = usePanelText().instructions.history
  return (
    <table className="plain history">
      <thead>
        <tr>
          {(['ended', 'line', 'by', 'ending', 'outcome'] as const).map((head) => (
            <th key={head} scope="col" data-col={head}>
              {messages.heads[head]}
            </th>
          ))}
          <td aria-hidden />
        </tr>
      </thead>
      <tbody>
        {ended.map((entry) => (
          <EndedRow
            key={entry.id}
            entry={entry}
            focused={entry.id === last}
            busy={busy}
            onOpen={open}
            onSave={save}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Returns the ended instructions, newest first. */
const endedRows = (rows: readonly InstructionRow[]): readonly InstructionRow[] =>
  rows
    .filter((row) => row.status !== 'PENDING')
    .toSorted((a, b) => (b.endedAt ?? b.createdAt) - (a.endedAt ?? a.createdAt))
    .slice(0, MAX_ROWS)

interface EndedRowProps {
  readonly entry: InstructionRow
  /** True for the row whose detail was shown last: it gets the focus back. */
  readonly focused: boolean
  readonly busy: boolean
  readonly onOpen: (id: InstructionId) => void
  readonly onSave: (id: InstructionId) => void
}

function EndedRow({ entry, focused, busy, onOpen, onSave }: EndedRowProps) {
  const text = usePanelText()
  const messages = text.instructions.history
  const environment = useSlice(useMainWindow().session, (state) => state.value?.environment)
  // Of another environment than the session's: of shadow practice.
  const tagged = entry.environment !== environment
  const endedAt = entry.endedAt ?? entry.createdAt
  return (
    <tr data-testid={`ended-${entry.id}`}>
      <td className="tnum dim">
        <time {...explain(timeHint(endedAt))}>{dayStamp(endedAt)}</time>
      </td>
      <td>
        <button
          type="button"
          className="row-link"
          autoFocus={focused}
          onClick={() => onOpen(entry.id)}
        >
          <OrderLine order={entry} small />
        </button>
        {entry.amended && <span className="tag">{messages.changed}</span>}
      </td>
      <td className="cut">
        {tagged && <EnvironmentTag environment={entry.environment} />} {entry.connectionName}
      </td>
      <td data-ending={entry.ending}>
        {entry.ending === null ? '' : messages.endings[entry.ending]}
      </td>
      <td data-outcome={entry.outcome} {...explain(ownMessage(entry.detail))}>
        {entry.outcome === null ? (
          <span className="dim">{messages.notSent}</span>
        ) : (
          <strong>
            {entry.orderStatus === null
              ? messages.outcomes[entry.outcome]
              : text.orders.statuses[entry.orderStatus]}
          </strong>
        )}
      </td>
      <td className="end">
        <IconButton
          icon={Download}
          size="small"
          label={messages.receiptLabel(ownMessage(entry.line))}
          disabled={busy}
          onClick={() => onSave(entry.id)}
        />
      </td>
    </tr>
  )
}
