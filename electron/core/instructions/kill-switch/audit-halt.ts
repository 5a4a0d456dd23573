import type { AuditReport } from '../../../../shared/domain/instructions/audit.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { DocumentPort, LogPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { fileErrorMessage } from '../../file-error.js'

export interface AuditHaltDeps {
  readonly audit: AuditPort
  readonly session: { readonly trading: Pick<TradingSession['trading'], 'set'> }
  /** The last known damage of the chain, so that one damage halts once and not at every start. */
  readonly file: DocumentPort
  readonly log: LogPort
}

/** Returns what is damaged, and at which record, if that is known. */
function damageMessage({ problem }: AuditReport): Message {
  if (problem === null) return message('audit.damageUnknown')
  const { seq, what: finding } = problem
  return seq === null ? finding : message('audit.damageAtRecord', { seq, problem: finding })
}

/**
 * Halts trading when the audit chain is found damaged, at start or at a later verification, and
 * when it cannot be written. The halt stays until the person lifts it. Returns the audit log to use
 * from then on.
 */
export async function haltOnAuditFailure({
  audit,
  session,
  file,
  log,
}: AuditHaltDeps): Promise<AuditPort> {
  const stored = await file.read()
  let storedReason = stored.ok ? stored.value : null
  const haltIfDamaged = (report: AuditReport): void => {
    if (report.state !== 'damaged') return
    const damage = damageMessage(report)
    const found = inEnglish(damage)
    if (found === storedReason) return
    storedReason = found
    void session.trading.set('halted', message('audit.haltedByDamage', { damage }))
    void file.write(found).then((written) => {
      if (!written.ok) log.event('error', 'audit.damage-not-saved', { kind: written.error.kind })
    })
  }
  const first = audit.report()
  if (first !== null) haltIfDamaged(first)
  // The archive is read after the start.
  audit.onReport(haltIfDamaged)
  audit.onFailure(
    (error) =>
      void session.trading.set(
        'halted',
        message('audit.haltedNotWritten', { reason: fileErrorMessage(error) }),
      ),
  )
  return {
    append: (...record) => audit.append(...record),
    beginAll: (...records) => audit.beginAll(...records),
    get failed() {
      return audit.failed
    },
    onFailure: (listener) => audit.onFailure(listener),
    page: (query) => audit.page(query),
    report: () => audit.report(),
    onReport: (listener) => audit.onReport(listener),
    exportText: () => audit.exportText(),
    receiptText: (instruction) => audit.receiptText(instruction),
    receiptPublicKey: () => audit.receiptPublicKey(),
    startedAt: audit.startedAt,
    close: () => audit.close(),
    async verify() {
      const report = await audit.verify()
      haltIfDamaged(report)
      return report
    },
  }
}
