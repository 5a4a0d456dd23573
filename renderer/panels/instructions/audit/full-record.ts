import type { AuditRow } from '../../../../shared/domain/instructions/audit.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'

/**
 * Loads every audit record of a subject, oldest first; null when a page cannot be read. `page`
 * returns the rows before a sequence number, newest first. One page may not hold all rows of a
 * card, and the request itself is in the last one.
 */
export async function loadFullRecord(
  subject: string,
  page: (
    before: number | null,
  ) => Promise<Result<{ readonly rows: readonly AuditRow[]; readonly more: boolean }, AppError>>,
): Promise<readonly AuditRow[] | null> {
  const records: AuditRow[] = []
  for (let before: number | null = null; ; ) {
    const reply = await page(before)
    if (!reply.ok) return null
    const { rows, more } = reply.value
    records.push(...rows.filter((row) => row.subject === subject))
    const last = rows.at(-1)
    if (!more || last === undefined) return records.toReversed()
    before = last.seq
  }
}
