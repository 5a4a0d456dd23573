import { plainLine } from '../../../shared/domain/text-safety.js'
import type { AuditRow } from '../../../shared/domain/instructions/audit.js'
import type { AuditRecord } from './audit-chain.js'
import type { AuditPort } from './audit-port.js'

const MAX_TEXT_CHARS = 80
const MAX_PAGE_ROWS = 200

type PageQuery = Parameters<AuditPort['page']>[0]

const toRow = (record: AuditRecord): AuditRow => ({
  seq: record.seq,
  at: record.at,
  kind: record.kind,
  subject: record.subject,
  line: record.line,
  hash: record.hash,
})

const textOf = ({ line, subject, kind }: AuditRecord): string =>
  `${line} ${subject} ${kind}`.toLocaleLowerCase('en')

/** Returns the records that match a query, newest first, and whether older ones remain. */
export function auditPage(
  records: readonly AuditRecord[],
  { before, kinds, text, limit }: PageQuery,
): { readonly rows: readonly AuditRow[]; readonly more: boolean } {
  const wanted = plainLine(text, MAX_TEXT_CHARS).toLocaleLowerCase('en')
  const maxRows = Math.min(Math.max(1, limit), MAX_PAGE_ROWS)
  const matches = (record: AuditRecord): boolean =>
    (before === null || record.seq < before) &&
    (kinds.length === 0 || kinds.includes(record.kind)) &&
    (wanted === '' || textOf(record).includes(wanted))
  const rows: AuditRow[] = []
  let index = records.length - 1
  for (; index >= 0 && rows.length < maxRows; index -= 1) {
    const record = records[index]
    if (record !== undefined && matches(record)) rows.push(toRow(record))
  }
  return { rows, more: rows.length === maxRows && index >= 0 }
}
