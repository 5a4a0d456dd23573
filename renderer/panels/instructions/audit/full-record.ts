import type { AuditRow } from '../../../../shared/ipc/instructions.js'
import type { Reply } from '../../../../shared/ipc/envelope.js'

/**
 * Everything that the audit chain says about a subject, oldest first; null where it cannot be read
 * whole. `page` answers the rows before a
 * number, newest first: a card that was looked at for long has more than one answer holds, and what
 * was asked for stands in the last.
 */
export async function loadFullRecord(
  subject: string,
  page: (
    before: number | null,
  ) => Promise<Reply<{ readonly rows: readonly AuditRow[]; readonly more: boolean }>>,
): Promise<readonly AuditRow[] | null> {
  const found: AuditRow[] = []
  for (let before: number | null = null; ; ) {
    const reply = await page(before)
    if (!reply.ok) return null
    const { rows, more } = reply.value
    found.push(...rows.filter((row) => row.subject === subject))
    const last = rows.at(-1)
    if (!more || last === undefined) return found.toReversed()
    before = last.seq
  }
}
