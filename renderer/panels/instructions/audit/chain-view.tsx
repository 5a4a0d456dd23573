import { withoutNumbers } from '../../../format/own-message.js'
import { Download, FileClock, ShieldQuestion } from 'lucide-react'
import { useDeferredValue, useState, useCallback, useEffect, useRef } from 'react'
import type { PanelText } from '../../../../shared/messages/window-text.js'
import type { Environment } from '../../../../shared/domain/environment.js'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import type { AuditReport, AuditRow } from '../../../../shared/domain/instructions/audit.js'
import { formatMessage } from '../../../format/message.js'
import { dayStamp, clockStamp, timeHint } from '../../../format/time.js'
import { useMainWindow, useAllRows } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { Select, TextInput } from '../../../ui/field.js'
import { Empty, Skeleton } from '../../../ui/states.js'
import { useRequest } from '../../../ui/use-request.js'
import { ReceiptTools } from './receipt-tools.js'
import { explain } from '../../../ui/hints/hint.js'

const ALL = 'all'
const HASH_SHOWN = 8

type AuditText = PanelText['instructions']['audit']

const kindOptions = ({ kinds }: AuditText) =>
  Object.entries(kinds).map(([value, label]) => ({ value, label }))

const kindLabel = (kind: string, { kinds }: AuditText): string =>
  kinds[kind as keyof AuditText['kinds']] ?? kind

/** One audit log, by its environment. */
export type Chain = AssistantsView['chains'][number]

/** One audit log: rows newest first, a filter, a check of the whole chain, and an export. */
export function ChainView({ chain: { environment, state } }: { readonly chain: Chain }) {
  const messages = usePanelText().instructions.audit
  const [kind, setKind] = useState<string>(ALL)
  const [search, setSearch] = useState('')
  const [report, setReport] = useState<AuditReport | null>(null)
  const searchText = useDeferredValue(search)
  const { page, loadOlder } = useAuditPage(environment, {
    kind: kind === ALL ? null : kind,
    text: searchText,
  })
  return (
    <div className="audit">
      <div className="audit-bar">
        <Select
          aria-label={messages.kind}
          value={kind}
          options={[{ value: ALL, label: messages.all }, ...kindOptions(messages)]}
          onValue={setKind}
        />
        <TextInput
          aria-label={messages.search}
          placeholder={messages.search}
          value={search}
          maxLength={80}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span className="spring" />
        <ChainActions chain={environment} state={report?.state ?? state} onReport={setReport} />
      </div>
      {report !== null && <Report report={report} />}
      <ReceiptTools chain={environment} />
      <AuditRows
        page={page}
        filtered={kind !== ALL || searchText !== ''}
        damaged={report?.problem?.seq ?? null}
        onOlder={loadOlder}
      />
    </div>
  )
}

/** The state of the chain, its check and its export. */
function ChainActions({
  chain,
  state,
  onReport,
}: {
  readonly chain: Environment
  readonly state: Chain['state']
  readonly onReport: (report: AuditReport | null) => void
}) {
  const messages = usePanelText().instructions.audit
  const { toasts } = useMainWindow()
  const { request, busy } = useRequest('toast')
  const verify = (): void => void request('audit.verify', { chain }).then(onReport)
  const save = (): void =>
    void request('audit.export', { chain }).then((done) => {
      if (done?.saved === true) {
        toast(
          toasts,
          'good',
          inPanelText((text) => text.instructions.audit.exported),
        )
      }
    })
  return (
    <>
      <span className="assistant-state" role="status" data-testid="audit-state" data-state={state}>
        {messages.states[state]}
      </span>
      <Button size="small" icon={ShieldQuestion} disabled={busy} onClick={verify}>
        {busy ? messages.verifying : messages.verify}
      </Button>
      <Button size="small" icon={Download} disabled={busy} onClick={save}>
        {messages.export}
      </Button>
    </>
  )
}

/** The result of a check of the whole chain. */
function Report({ report }: { readonly report: AuditReport }) {
  const messages = usePanelText().instructions.audit
  return (
    <div className="audit-report">
      {report.state !== 'verified' && (
        <p className="note bad" role="alert">
          {problemText(report.problem, messages)}
        </p>
      )}
      <p className="dim tnum">
        {messages.checked(report.count, clockStamp(report.checkedAt))}
        {report.head !== null && (
          <>
            {' '}
            · {messages.head} <code className="selectable">{report.head}</code>
          </>
        )}
      </p>
    </div>
  )
}

/** Names the record of a finding, except where the finding names records itself. */
function problemText(problem: AuditReport['problem'], messages: AuditText): string {
  if (problem === null) return messages.unprovedHint
  const finding = formatMessage(problem.what)
  return problem.seq === null || problem.what.params !== undefined
    ? finding
    : messages.at(problem.seq, finding)
}

interface AuditRowsProps {
  readonly page: AuditPage | null
  readonly filtered: boolean
  /** The number of the damaged record; null for none. */
  readonly damaged: number | null
  readonly onOlder: (before: number) => void
}

function AuditRows({ page, filtered, damaged, onOlder }: AuditRowsProps) {
  const messages = usePanelText().instructions.audit
  const last = page?.rows.at(-1)
  return (
    <div className="audit-rows" tabIndex={0} role="group" aria-label={messages.rows}>
      {page === null && <Skeleton />}
      {page !== null && page.rows.length === 0 && (
        <Empty
          icon={FileClock}
          title={filtered ? messages.filtered : messages.empty}
          hint={filtered ? null : messages.emptyHint}
        />
      )}
      {page !== null && page.rows.length > 0 && <AuditTable rows={page.rows} damaged={damaged} />}
      {page?.more === true && last !== undefined && (
        <div className="after">
          <Button size="small" onClick={() => onOlder(last.seq)}>
            {messages.more}
          </Button>
        </div>
      )}
    </div>
  )
}

function AuditTable({
  rows,
  damaged,
}: Pick<AuditRowsProps, 'damaged'> & { readonly rows: readonly AuditRow[] }) {
  const messages = usePanelText().instructions.audit
  return (
    <table className="plain">
      <thead>
        <tr>
          {(['seq', 'at', 'kind', 'line', 'hash'] as const).map((head) => (
            <th key={head} scope="col">
              {messages.heads[head]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.seq} className={damaged === row.seq ? 'damaged' : ''}>
            <td className="tnum dim">{row.seq}</td>
            <td className="tnum dim nowrap">
              <time {...explain(timeHint(row.at))}>{dayStamp(row.at)}</time>
            </td>
            <td className="nowrap">{kindLabel(row.kind, messages)}</td>
            <td className="selectable audit-line">{withoutNumbers(row.line)}</td>
            <td>
              <code className="dim" {...explain(row.hash)}>
                {row.hash.slice(0, HASH_SHOWN)}
              </code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The rows of the log that are loaded, newest first. */
interface AuditPage {
  readonly rows: readonly AuditRow[]
  /** Whether older rows exist. */
  readonly more: boolean
}

interface AuditFilter {
  /** The kind of record; null for all kinds. */
  readonly kind: string | null
  readonly text: string
}

const REFRESH_MS = 1_000

/** Returns the newest rows that match; loaded again when an instruction changes. */
function useAuditPage(
  chain: Environment,
  { kind, text }: AuditFilter,
): { readonly page: AuditPage | null; readonly loadOlder: (before: number) => void } {
  const { instructions, invoke } = useMainWindow()
  const changes = useAllRows(instructions, REFRESH_MS)
  const [page, setPage] = useState<AuditPage | null>(null)
  const latestRequest = useRef(0)
  const load = useCallback(
    async (before: number | null) => {
      const requestNumber = (latestRequest.current += 1)
      const kinds = kind === null ? [] : [kind]
      const reply = await invoke('audit.page', { before, kinds, text, chain })
      // Ignore the reply to an earlier filter.
      if (!reply.ok || requestNumber !== latestRequest.current) return
      setPage((known) => ({
        rows: before === null ? reply.value.rows : [...(known?.rows ?? []), ...reply.value.rows],
        more: reply.value.more,
      }))
    },
    [invoke, kind, text, chain],
  )
  useEffect(() => void load(null), [load, changes])
  return { page, loadOlder: (before) => void load(before) }
}
