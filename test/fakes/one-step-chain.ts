import type { AuditPort } from '../../electron/core/audit/audit-port.js'
import { ok } from '../../shared/domain/result.js'

/** Creates an audit chain whose records are written and committed in one step. */
export const oneStepChain = (
  append: AuditPort['append'],
): Pick<AuditPort, 'append' | 'beginAll'> => ({
  append,
  beginAll: (records) => {
    const done = Promise.all(
      records.map(({ kind, subject, line, body }) => append(kind, subject, line, body)),
    ).then(
      (appended) =>
        appended.find(({ ok: isWritten }) => !isWritten) ??
        appended.at(-1) ??
        ok({ seq: 0, hash: '' }),
    )
    return { written: done, proved: done }
  },
})
