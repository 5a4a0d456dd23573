import { ownMessage } from '../../../format/own-message.js'
import { ArrowLeft, Download, ListTree } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { AuditRow } from '../../../../shared/domain/instructions/audit.js'
import type { InstructionRow } from '../../../../shared/domain/instructions/instruction-row.js'
import { dayStamp, clockStamp, timeHint } from '../../../format/time.js'
import { useMainWindow } from '../../../stores/context.js'
import { showOrder } from '../../../stores/layout.js'
import { usePanelText } from '../../../language/panel-text.js'
import { Button } from '../../../ui/button.js'
import { OrderLine } from '../../../ui/order-line.js'
import { EnvironmentTag } from './inbox.js'
import { useReceipt } from './use-receipt.js'
import { loadFullRecord } from '../audit/full-record.js'
import { explain } from '../../../ui/hints/hint.js'

/**
 * One ended instruction: the request, the person's changes, who decided and why, the outcome, and
 * the audit records.
 */
export function InstructionDetail({
  row,
  onBack,
}: {
  readonly row: InstructionRow
  readonly onBack: () => void
}) {
  const messages = usePanelText().instructions.detail
  return (
    <section
      className="detail"
      aria-label={messages.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onBack()
      }}
    >
      <DetailBar row={row} onBack={onBack} />
      <div className="detail-body">
        <dl className="detail-facts">
          <Requested row={row} />
          {row.requestedLine !== null && (
            <Fact label={messages.changed}>
              <span>
                <OrderLine order={row} small />
              </span>
            </Fact>
          )}
          <Decided row={row} />
          <Outcome row={row} />
          {row.reason !== '' && (
            <Fact label={messages.reason}>
              <span className="selectable fence-reason">{row.reason}</span>
            </Fact>
          )}
        </dl>
        <Record row={row} />
      </div>
    </section>
  )
}

interface RowProps {
  readonly row: InstructionRow
}

function DetailBar({ row, onBack }: RowProps & { readonly onBack: () => void }) {
  const messages = usePanelText().instructions.detail
  const { layout } = useMainWindow()
  const { save, busy } = useReceipt()
  const { clientOrderId } = row
  return (
    <div className="detail-bar">
      <Button size="small" variant="quiet" icon={ArrowLeft} autoFocus onClick={onBack}>
        {messages.back}
      </Button>
      <span className="spring" />
      {clientOrderId !== null && (
        <Button size="small" icon={ListTree} onClick={() => showOrder(layout, clientOrderId)}>
          {messages.showOrder}
        </Button>
      )}
      <Button size="small" icon={Download} disabled={busy} onClick={() => save(row.id)}>
        {messages.receipt}
      </Button>
    </div>
  )
}

function Requested({ row }: RowProps) {
  const text = usePanelText()
  const messages = text.instructions.detail
  return (
    <Fact label={messages.requested}>
      <span>
        <OrderLine order={{ ...row, line: row.requestedLine ?? row.line }} small />
      </span>
      <span className="detail-note">
        <EnvironmentTag environment={row.environment} /> {messages.by(row.connectionName)} ·{' '}
        <Time timestamp={row.createdAt} />
        {row.requestCount > 1 && ` · ${text.instructions.inbox.requestedTimes(row.requestCount)}`}
      </span>
    </Fact>
  )
}

function Decided({ row }: RowProps) {
  const text = usePanelText()
  const messages = text.instructions.detail
  const endings = text.instructions.history.endings
  const why = row.outcome === null ? ownMessage(row.detail) : ''
  return (
    <Fact label={messages.decided}>
      <strong>{row.ending === null ? messages.open : endings[row.ending]}</strong>
      {row.endedAt !== null && (
        <span className="detail-note">
          {row.ending === null ? '' : `${messages.who[row.ending]} · `}
          <Time timestamp={row.endedAt} />
        </span>
      )}
      {why !== '' && <span className="detail-note selectable">{why}</span>}
    </Fact>
  )
}

function Outcome({ row }: RowProps) {
  const text = usePanelText()
  const messages = text.instructions.detail
  const outcomes = text.instructions.history.outcomes
  const detail = ownMessage(row.detail)
  return (
    <Fact label={messages.outcome}>
      <span data-outcome={row.outcome}>
        {row.outcome === null ? (
          messages.notSent
        ) : (
          <strong>
            {row.orderStatus === null
              ? outcomes[row.outcome]
              : text.orders.statuses[row.orderStatus]}
          </strong>
        )}
      </span>
      {row.outcome !== null && detail !== '' && (
        <span className="detail-note selectable">{detail}</span>
      )}
      {row.clientOrderId !== null && (
        <span className="detail-note">
          {messages.orderId} <code className="selectable">{row.clientOrderId}</code>
        </span>
      )}
    </Fact>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Time = ({ timestamp }: { readonly timestamp: number }) => (
  <time className="tnum" {...explain(timeHint(timestamp))}>
    {dayStamp(timestamp)}
  </time>
)

/** The audit records of the instruction, oldest first. */
function Record({ row }: { readonly row: InstructionRow }) {
  const text = usePanelText()
  const messages = text.instructions.detail
  const kinds = text.instructions.audit.kinds
  const { invoke } = useMainWindow()
  const [records, setRecords] = useState<readonly AuditRow[] | null>(null)
  useEffect(() => {
    let gone = false
    void loadFullRecord(row.id, (before) =>
      invoke('audit.page', { before, kinds: [], text: row.id, chain: row.environment }),
    ).then((found) => {
      if (!gone && found !== null) setRecords(found)
    })
    return () => {
      gone = true
    }
  }, [invoke, row.id, row.environment, row.status, row.outcome])
  return (
    <div className="detail-record" tabIndex={0} role="group" aria-label={messages.record}>
      <h3>{messages.record}</h3>
      {records !== null && records.length === 0 && <p className="dim">{messages.noRecord}</p>}
      <ol>
        {records?.map((record) => (
          <li key={record.seq} {...explain(record.hash)}>
            <span className="dim tnum">{record.seq}</span>
            <time className="dim tnum" {...explain(timeHint(record.at))}>
              {clockStamp(record.at)}
            </time>
            <span>{kinds[record.kind as keyof typeof kinds] ?? record.kind}</span>
            <span className="selectable detail-line">{record.line}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
