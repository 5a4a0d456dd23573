import { Download, FileClock, ShieldQuestion } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { ENVIRONMENT_LABELS } from '../../../../shared/domain/environment.js'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import type { AuditReport, AuditRow } from '../../../../shared/domain/instructions/audit.js'
import { dayStamp, localTime, timeHint } from '../../../format/time.js'
import { useAllRows, useMainWindow } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { text } from '../../../text/en.js'
import { Button } from '../../../ui/button.js'
import { Select, TextInput } from '../../../ui/field.js'
import { Segments } from '../../../ui/segments.js'
import { Empty, Skeleton } from '../../../ui/states.js'
import { useRequest } from '../../../ui/use-request.js'

const messages = text.instructions.audit
const ALL = 'all'
const KINDS = Object.entries(messages.kinds).map(([value, label]) => ({ value, label }))
const kindLabel = (kind: string): string =>
  messages.kinds[kind as keyof typeof messages.kinds] ?? kind
const HASH_SHOWN = 8

type Chain = AssistantsView['chains'][number]

/**
 * The open audit logs: one, or two when shadow practice runs beside a live profile, each with its
 * own check and export.
 */
export function AuditView({ view: { chains, shadow } }: { readonly view: AssistantsView }) {
  const [wanted, setWanted] = useState<Chain['environment'] | null>(null)
  const found = chains.find(({ environment }) => environment === wanted)
  // While the shadow session reopens, keep its log selected: switching logs would show the person
  // another record without notice.
  const isReopening = found === undefined && wanted !== null && shadow.state === 'opening'
  const chain = isReopening ? undefined : (found ?? chains[0])
  const shown = isReopening ? wanted : chain?.environment
  // The shadow session is still opening and no log is readable yet.
  if (shown === undefined) return <Skeleton />
  const open = chains.map(({ environment }) => environment)
  const names = isReopening ? [...open, wanted] : open
  return (
    <div className="audit-all">
      {names.length > 1 && (
        <div className="audit-bar">
          <Segments
            label={messages.chains}
            value={shown}
            onValue={setWanted}
            options={names.map((environment) => ({
              value: environment,
              label: ENVIRONMENT_LABELS[environment],
            }))}
          />
          <span className="dim">{messages.chainsHint}</span>
        </div>
      )}
      {chain === undefined ? (
        <p className="note" role="status">
          {messages.away}
        </p>
      ) : (
        <ChainView key={chain.environment} chain={chain} />
      )}
    </div>
  )
}

/** One audit log: rows newest first, a filter, a check of the whole chain, and an export. */
function ChainView({ chain: { environment: chain, state } }: { readonly chain: Chain }) {
  const { instructions, toasts, invoke } = useMainWindow()
  const changes = useAllRows(instructions, 1_000)
  const { request, busy } = useRequest('toast')
  const [page, setPage] = useState<{
    readonly rows: readonly AuditRow[]
    readonly more: boolean
  } | null>(null)
  const [kind, setKind] = useState<string>(ALL)
  const [search, setSearch] = useState('')
  const [report, setReport] = useState<AuditReport | null>(null)
  const wanted = useDeferredValue(search)
  const latestRequest = useRef(0)
  const load = useCallback(
    async (before: number | null) => {
      const requestNumber = (latestRequest.current += 1)
      const reply = await invoke('audit.page', {
        before,
        kinds: kind === ALL ? [] : [kind],
        text: wanted,
        chain,
      })
      // Ignore the reply to an earlier filter.
      if (!reply.ok || requestNumber !== latestRequest.current) return
      setPage((known) => ({
        rows: before === null ? reply.value.rows : [...(known?.rows ?? []), ...reply.value.rows],
        more: reply.value.more,
      }))
    },
    [invoke, kind, wanted, chain],
  )
  useEffect(() => void load(null), [load, changes])

  const verify = (): void => void request('audit.verify', { chain }).then(setReport)
  const save = (): void =>
    void request('audit.export', { instruction: null, chain }).then((done) => {
      if (done?.saved === true) toast(toasts, 'good', messages.exported)
    })
  const auditState = report?.state ?? state
  const last = page?.rows.at(-1)
  const filtered = kind !== ALL || wanted !== ''
  return (
    <div className="audit">
      <div className="audit-bar">
        <Select
          aria-label={messages.kind}
          value={kind}
          options={[{ value: ALL, label: messages.all }, ...KINDS]}
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
        <span
          className="assistant-state"
          role="status"
          data-testid="audit-state"
          data-state={auditState}
        >
          {messages.states[auditState]}
        </span>
        <Button size="small" icon={ShieldQuestion} disabled={busy} onClick={verify}>
          {busy ? messages.verifying : messages.verify}
        </Button>
        <Button size="small" icon={Download} disabled={busy} onClick={save}>
          {messages.export}
        </Button>
      </div>
      {report !== null && (
        <div className="audit-report">
          {report.state !== 'verified' && (
            <p className="note bad" role="alert">
              {report.problem === null
                ? messages.unprovedHint
                : `${report.problem.what}${report.problem.seq === null ? '' : ` ${messages.at(report.problem.seq)}`}`}
            </p>
          )}
          <p className="dim tnum">
            {messages.checked(report.count, localTime(report.checkedAt))}
            {report.head !== null && (
              <>
                {' '}
                · {messages.head} <code className="selectable">{report.head}</code>
              </>
            )}
          </p>
        </div>
      )}
      <div className="audit-rows" tabIndex={0} role="group" aria-label={messages.rows}>
        {page === null && <Skeleton />}
        {page !== null && page.rows.length === 0 && (
          <Empty
            icon={FileClock}
            title={filtered ? messages.filtered : messages.empty}
            hint={filtered ? null : messages.emptyHint}
          />
        )}
        {page !== null && page.rows.length > 0 && (
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
              {page.rows.map((row) => (
                <tr key={row.seq} className={report?.problem?.seq === row.seq ? 'damaged' : ''}>
                  <td className="tnum dim">{row.seq}</td>
                  <td className="tnum dim nowrap">
                    <time title={timeHint(row.at)}>{dayStamp(row.at)}</time>
                  </td>
                  <td className="nowrap">{kindLabel(row.kind)}</td>
                  <td className="selectable audit-line">{row.line}</td>
                  <td>
                    <code className="dim" title={row.hash}>
                      {row.hash.slice(0, HASH_SHOWN)}
                    </code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {page?.more === true && last !== undefined && (
          <div className="after">
            <Button size="small" onClick={() => void load(last.seq)}>
              {messages.more}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
