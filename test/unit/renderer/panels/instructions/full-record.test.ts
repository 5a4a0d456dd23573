import { describe, expect, test } from 'vitest'
import { loadFullRecord } from '../../../../../renderer/panels/instructions/audit/full-record.js'
import { appError } from '../../../../../shared/domain/app/app-error.js'
import type { AuditRow } from '../../../../../shared/domain/instructions/audit.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

const row = (seq: number, subject = 'i1'): AuditRow => ({
  seq,
  at: epochMs(seq),
  kind: seq === 0 ? 'asked' : 'shown',
  subject,
  line: `${seq}`,
  hash: 'a'.repeat(64),
})
const chain = Array.from({ length: 7 }, (_, seq) =>
  row(seq, seq === 3 ? 'another that names i1' : 'i1'),
)
/** Returns three rows per page, newest first, as main does. */
const page = (before: number | null) => {
  const rows = chain.filter(({ seq }) => before === null || seq < before).toReversed()
  return Promise.resolve({
    ok: true as const,
    value: { rows: rows.slice(0, 3), more: rows.length > 3 },
  })
}

describe('CONFIRM-37: the audit records of one instruction', () => {
  test('are loaded from all pages, oldest first', async () => {
    expect((await loadFullRecord('i1', page))?.map(({ seq }) => seq)).toEqual([0, 1, 2, 4, 5, 6])
  })

  test('are null when a page cannot be read', async () => {
    expect(
      await loadFullRecord('i1', (before) =>
        before === null
          ? page(before)
          : Promise.resolve({ ok: false, error: appError('ipc/busy', foreign('busy')) }),
      ),
    ).toBeNull()
    expect(
      await loadFullRecord('i1', () =>
        Promise.resolve({ ok: true, value: { rows: [], more: false } }),
      ),
    ).toEqual([])
  })
})
