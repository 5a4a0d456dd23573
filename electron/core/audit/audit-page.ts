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

/** Collects the records that match a query, newest first. */
export class AuditPageReader {
  readonly #rows: AuditRow[] = []
  readonly #maxRows: number
  readonly #matches: (record: AuditRecord) => boolean

  constructor({ before, kinds, text, limit }: PageQuery) {
    const wanted = plainLine(text, MAX_TEXT_CHARS).toLocaleLowerCase('en')
    this.#maxRows = Math.min(Math.max(1, limit), MAX_PAGE_ROWS)
    this.#matches = (record) =>
      (before === null || record.seq < before) &&
      (kinds.length === 0 || kinds.includes(record.kind)) &&
      (wanted === '' || textOf(record).includes(wanted))
  }

  /** Reads the newest records, then archived parts until the page is full. */
  async read(
    newest: readonly AuditRecord[],
    archived: AsyncIterable<readonly AuditRecord[]>,
  ): Promise<{ readonly rows: readonly AuditRow[]; readonly more: boolean }> {
    const first = newest[0]?.seq ?? 0
    let remaining = this.#add(newest)
    if (this.#rows.length === this.#maxRows) {
      return { rows: this.#rows, more: remaining > 0 || first > 0 }
    }
    for await (const records of archived) {
      remaining = this.#add(records)
      const oldest = records[0]?.seq ?? 0
      if (this.#rows.length === this.#maxRows) {
        return { rows: this.#rows, more: remaining > 0 || oldest > 0 }
      }
    }
    return { rows: this.#rows, more: false }
  }

  /** Adds matching records until the page is full; returns how many records were not looked at. */
  #add(records: readonly AuditRecord[]): number {
    let index = records.length - 1
    for (; index >= 0 && this.#rows.length < this.#maxRows; index -= 1) {
      const record = records[index]
      if (record !== undefined && this.#matches(record)) this.#rows.push(toRow(record))
    }
    return index + 1
  }
}
