import { Download, History as HistoryIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { InstructionId } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionRow } from '../../../../shared/domain/instructions/instruction-row.js'
import { dayStamp, timeHint } from '../../../format/time.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { text } from '../../../text/en.js'
import { IconButton } from '../../../ui/button.js'
import { OrderLine } from '../../../ui/order-line.js'
import { Empty } from '../../../ui/states.js'
import { EnvironmentTag } from './inbox.js'
import { InstructionDetail } from './instruction-detail.js'
import { useReceipt } from './use-receipt.js'

const messages = text.instructions.history
const MAX_ROWS = 200

/**
 * Ended instructions, newest first: decision, the person's changes, outcome, and a receipt that a
 * third party can verify.
 */
export function History({ rows }: { readonly rows: readonly InstructionRow[] }) {
  const [opened, setOpened] = useState<InstructionId | null>(null)
  const last = useRef<InstructionId | null>(null)
  const { save, busy } = useReceipt()
  // Tag entries of another environment than the session's: those of shadow practice.
  const environment = useSlice(useMainWindow().session, (state) => state.value?.environment)
  const ended = rows
    .filter((row) => row.status !== 'PENDING')
    .toSorted((a, b) => (b.endedAt ?? b.createdAt) - (a.endedAt ?? a.createdAt))
    .slice(0, MAX_ROWS)
  const row = ended.find((candidate) => candidate.id === opened)
  if (row !== undefined) {
    return <InstructionDetail key={row.id} row={row} onBack={() => setOpened(null)} />
  }
  if (ended.length === 0) {
    return <Empty icon={HistoryIcon} title={messages.empty} hint={messages.emptyHint} />
  }
  const open = (id: InstructionId): void => {
    last.current = id
    setOpened(id)
  }
  return (
    <table className="plain history">
      <thead>
        <tr>
          {(['ended', 'line', 'by', 'ending', 'outcome'] as const).map((head) => (
            <th key={head} scope="col" data-col={head}>
              {messages.heads[head]}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {ended.map((entry) => (
          <tr key={entry.id} data-testid={`ended-${entry.id}`}>
            <td className="tnum dim">
              <time title={timeHint(entry.endedAt ?? entry.createdAt)}>
                {dayStamp(entry.endedAt ?? entry.createdAt)}
              </time>
            </td>
            <td>
              {/* Returning from the detail, restore the focus to the same row. */}
              <button
                type="button"
                className="row-link"
                autoFocus={entry.id === last.current}
                onClick={() => open(entry.id)}
              >
                <OrderLine order={entry} small />
              </button>
              {entry.amended && <span className="tag">{messages.changed}</span>}
            </td>
            <td className="cut">
              {entry.environment !== environment && (
                <EnvironmentTag environment={entry.environment} />
              )}{' '}
              {entry.connectionName}
            </td>
            <td data-ending={entry.ending}>
              {entry.ending === null ? '' : messages.endings[entry.ending]}
            </td>
            <td data-outcome={entry.outcome} title={entry.detail}>
              {entry.outcome === null ? (
                <span className="dim">{messages.notSent}</span>
              ) : (
                <strong>{messages.outcomes[entry.outcome]}</strong>
              )}
            </td>
            <td className="end">
              <IconButton
                icon={Download}
                size="small"
                label={messages.receiptLabel(entry.line)}
                disabled={busy}
                onClick={() => save(entry.id)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
