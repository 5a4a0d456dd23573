import { Download, History as HistoryIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { InstructionId } from '../../../shared/domain/instruction.js'
import type { InstructionRow } from '../../../shared/ipc/instructions.js'
import { dayStamp, timeHint } from '../../format/time.js'
import { useDesk, useSlice } from '../../stores/context.js'
import { text } from '../../text/en.js'
import { IconButton } from '../../ui/button.js'
import { OrderLine } from '../../ui/order-line.js'
import { Empty } from '../../ui/states.js'
import { EnvironmentTag } from './inbox.js'
import { InstructionDetail } from './instruction-detail.js'
import { useReceipt } from './use-receipt.js'

const words = text.instructions.history
const MOST = 200

/**
 * What has ended, newest first: the decision, what the person changed, what came of it, and a
 * receipt that a third party can check.
 */
export function History({ rows }: { readonly rows: readonly InstructionRow[] }) {
  const [opened, setOpened] = useState<InstructionId | null>(null)
  const last = useRef<InstructionId | null>(null)
  const { save, busy } = useReceipt()
  // Marked where it happened elsewhere than on this desk: in practice, beside it.
  const environment = useSlice(useDesk().session, (state) => state.value?.environment)
  const ended = rows
    .filter((row) => row.status !== 'PENDING')
    .toSorted((a, b) => (b.endedAt ?? b.createdAt) - (a.endedAt ?? a.createdAt))
    .slice(0, MOST)
  const row = ended.find((each) => each.id === opened)
  if (row !== undefined) {
    return <InstructionDetail key={row.id} row={row} onBack={() => setOpened(null)} />
  }
  if (ended.length === 0) {
    return <Empty icon={HistoryIcon} title={words.empty} hint={words.emptyHint} />
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
              {words.heads[head]}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {ended.map((each) => (
          <tr key={each.id} data-testid={`ended-${each.id}`}>
            <td className="tnum dim">
              <time title={timeHint(each.endedAt ?? each.createdAt)}>
                {dayStamp(each.endedAt ?? each.createdAt)}
              </time>
            </td>
            <td>
              {/* Back from the detail, the keyboard is where it was. */}
              <button
                type="button"
                className="row-link"
                autoFocus={each.id === last.current}
                onClick={() => open(each.id)}
              >
                <OrderLine of={each} small />
              </button>
              {each.amended && <span className="tag">{words.changed}</span>}
            </td>
            <td className="cut">
              {each.environment !== environment && (
                <EnvironmentTag environment={each.environment} />
              )}{' '}
              {each.connectionName}
            </td>
            <td data-ending={each.ending}>
              {each.ending === null ? '' : words.endings[each.ending]}
            </td>
            <td data-outcome={each.outcome} title={each.detail}>
              {each.outcome === null ? (
                <span className="dim">{words.notSent}</span>
              ) : (
                <strong>{words.outcomes[each.outcome]}</strong>
              )}
            </td>
            <td className="end">
              <IconButton
                icon={Download}
                size="small"
                label={words.receiptLabel(each.line)}
                disabled={busy}
                onClick={() => save(each.id)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
