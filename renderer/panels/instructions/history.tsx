import { Download, History as HistoryIcon } from 'lucide-react'
import type { InstructionRow } from '../../../shared/ipc/instructions.js'
import { useDesk } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { IconButton } from '../../ui/button.js'
import { Empty } from '../../ui/states.js'
import { localTime } from '../../format/time.js'
import { timeHint } from '../../format/time.js'
import { useCall } from './use-call.js'

const words = text.instructions.history
const MOST = 200

/** What has ended, newest first: the decision, what the person changed, what came of it, and a receipt that a third party can check. */
export function History({ rows }: { readonly rows: readonly InstructionRow[] }) {
  const { toasts } = useDesk()
  const { call, busy } = useCall()
  const ended = rows.filter((row) => row.status !== 'PENDING').toSorted((a, b) => (b.endedAt ?? b.createdAt) - (a.endedAt ?? a.createdAt)).slice(0, MOST)
  if (ended.length === 0) return <Empty icon={HistoryIcon} title={words.empty} hint={words.emptyHint} />
  const save = (row: InstructionRow): void => void call('audit.export', { instruction: row.id }).then((done) => { if (done?.saved === true) toast(toasts, 'good', words.saved) })
  return (
    <table className="plain">
      <thead><tr>{(['ended', 'line', 'by', 'ending', 'outcome'] as const).map((head) => <th key={head} scope="col">{words.heads[head]}</th>)}<td /></tr></thead>
      <tbody>
        {ended.map((row) => (
          <tr key={row.id} data-testid={`ended-${row.id}`}>
            <td className="tnum dim"><time title={timeHint(row.endedAt ?? row.createdAt)}>{localTime(row.endedAt ?? row.createdAt)}</time></td>
            <td><span className="cell-text">{row.line}</span>{row.amended && <span className="tag">{words.changed}</span>}</td>
            <td>{row.connectionName}</td>
            <td data-ending={row.ending}>{row.ending === null ? '' : words.endings[row.ending]}</td>
            <td data-outcome={row.outcome}>{row.outcome !== null && <strong>{words.outcomes[row.outcome]}</strong>} <span className="dim">{row.detail}</span></td>
            <td className="end"><IconButton icon={Download} size="small" label={words.receiptLabel(row.line)} disabled={busy} onClick={() => save(row)} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
