import { Download, FileClock, ShieldQuestion } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { AssistantsView, AuditReport, AuditRow } from '../../../shared/ipc/instructions.js'
import { dayStamp, timeHint } from '../../format/time.js'
import { useAllRows, useDesk } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Select, TextInput } from '../../ui/field.js'
import { Empty, Skeleton } from '../../ui/states.js'
import { useCall } from './use-call.js'

const words = text.instructions.audit
const ALL = 'all'
const KINDS = ['start', 'asked', 'refused', 'folded', 'shown', 'amended', 'extended', 'decided', 'sent', 'outcome', 'ended', 'policy', 'connection', 'endpoint', 'read', 'halt', 'switch', 'lock', 'checkpoint'] as const

/** The record: rows newest first, a filter, a check of the whole chain, and a copy of it for somebody else. */
export function AuditView({ state }: { readonly state: AssistantsView['audit'] }) {
  const { instructions, toasts, invoke } = useDesk()
  const changes = useAllRows(instructions, 1_000)
  const { call, busy } = useCall()
  const [page, setPage] = useState<{ readonly rows: readonly AuditRow[]; readonly more: boolean } | null>(null)
  const [kind, setKind] = useState<string>(ALL)
  const [search, setSearch] = useState('')
  const [report, setReport] = useState<AuditReport | null>(null)
  const wanted = useDeferredValue(search)
  const asked = useRef(0)
  const load = useCallback(async (before: number | null) => {
    const turn = (asked.current += 1)
    const reply = await invoke('audit.page', { before, kinds: kind === ALL ? [] : [kind], text: wanted })
    // An answer to an older filter would show what nobody asks for any more.
    if (!reply.ok || turn !== asked.current) return
    setPage((known) => ({ rows: before === null ? reply.value.rows : [...(known?.rows ?? []), ...reply.value.rows], more: reply.value.more }))
  }, [invoke, kind, wanted])
  useEffect(() => void load(null), [load, changes])

  const verify = (): void => void call('audit.verify', {}).then(setReport)
  const save = (): void => void call('audit.export', { instruction: null }).then((done) => { if (done?.saved === true) toast(toasts, 'good', words.exported) })
  const standing = report?.state ?? state
  const last = page?.rows.at(-1)
  return (
    <div className="audit">
      <div className="audit-bar">
        <Select aria-label={words.kind} value={kind} options={[{ value: ALL, label: words.all }, ...KINDS.map((value) => ({ value: value as string, label: value }))]} onValue={setKind} />
        <TextInput aria-label={words.search} placeholder={words.search} value={search} maxLength={80} onChange={(event) => setSearch(event.target.value)} />
        <span className="spring" />
        <span className="assistant-state" data-testid="audit-state" data-state={standing}>{words.states[standing]}</span>
        <Button size="small" icon={ShieldQuestion} disabled={busy} onClick={verify}>{busy ? words.verifying : words.verify}</Button>
        <Button size="small" icon={Download} disabled={busy} onClick={save}>{words.export}</Button>
      </div>
      {report !== null && report.state !== 'verified' && (
        <p className="note bad" role="alert">{report.problem === null ? words.unprovedHint : `${report.problem.what}${report.problem.seq === null ? '' : ` ${words.at(report.problem.seq)}`}`}</p>
      )}
      {report !== null && <p className="dim audit-count tnum">{words.records(report.count)}{report.head !== null && <> · <code className="selectable">{report.head}</code></>}</p>}
      {page === null && <Skeleton />}
      {page !== null && page.rows.length === 0 && <Empty icon={FileClock} title={kind === ALL && wanted === '' ? words.empty : words.filtered} hint={kind === ALL && wanted === '' ? words.emptyHint : null} />}
      {page !== null && page.rows.length > 0 && (
        <table className="plain">
          <thead><tr>{(['seq', 'at', 'kind', 'line'] as const).map((head) => <th key={head} scope="col">{words.heads[head]}</th>)}</tr></thead>
          <tbody>{page.rows.map((row) => (
            <tr key={row.seq} title={row.hash}><td className="tnum dim">{row.seq}</td><td className="tnum dim"><time title={timeHint(row.at)}>{dayStamp(row.at)}</time></td><td>{row.kind}</td><td className="selectable">{row.line}</td></tr>
          ))}</tbody>
        </table>
      )}
      {page?.more === true && last !== undefined && <div className="after"><Button size="small" onClick={() => void load(last.seq)}>{words.more}</Button></div>}
    </div>
  )
}
