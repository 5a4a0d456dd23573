import type { AuditReport } from '../../../shared/domain/instructions/audit.js'
import { message } from '../../../shared/messages/make-message.js'
import { GENESIS, type AuditRecord, type ChainProblem, type ChainWalk } from './audit-chain.js'
import type { CheckpointStatus, Point } from './checkpoint.js'

/**
 * Returns the mismatch between the records and a checkpoint; null when every record it covers is
 * present.
 */
function shortOf(records: readonly AuditRecord[], { count, head }: Point): ChainProblem | null {
  if (records.length < count) {
    return {
      seq: records.length,
      what: message('audit.recordsMissing', { missing: count - records.length, count }),
    }
  }
  return (count === 0 ? GENESIS : records[count - 1]?.hash) === head
    ? null
    : { seq: count - 1, what: message('audit.chainRewritten') }
}

/**
 * Combines the results of chain and checkpoint. Partial evidence is never reported as verified.
 * `signed` is true for records that this program wrote.
 */
export function concludeReport(
  walked: ChainWalk,
  checkpointStatus: CheckpointStatus,
  signed: (record: AuditRecord) => boolean,
): { readonly state: AuditReport['state']; readonly problem: ChainProblem | null } {
  const { records, problem } = walked
  const damaged = (cause: ChainProblem) => ({ state: 'damaged', problem: cause }) as const
  const unproved = (cause: ChainProblem | null) => ({ state: 'unproved', problem: cause }) as const
  if (problem !== null) return damaged(problem)
  switch (checkpointStatus.kind) {
    case 'forged':
      return damaged({ seq: null, what: checkpointStatus.what })
    case 'failed':
      return unproved({ seq: null, what: checkpointStatus.what })
    case 'none':
      return unproved(
        records.length === 0
          ? null
          : {
              seq: null,
              what: message('audit.noCheckpoint'),
            },
      )
    case 'unreadable': {
      // The remaining checkpoint may still prove that records are missing, which is worse than a
      // missing proof.
      const short =
        checkpointStatus.lastProved === null ? null : shortOf(records, checkpointStatus.lastProved)
      return short === null ? unproved({ seq: null, what: checkpointStatus.what }) : damaged(short)
    }
    case 'proved': {
      const short = shortOf(records, checkpointStatus)
      if (short !== null) return damaged(short)
      // A crash between a record and its head leaves a signed record beyond the head. An unsigned
      // record there was written by someone else.
      const foreign = records.slice(checkpointStatus.count).find((record) => !signed(record))
      if (foreign !== undefined) {
        return damaged({ seq: foreign.seq, what: message('audit.recordForeign') })
      }
      // Records before the first checkpoint were never proved, so the chain as a whole is not
      // verified.
      return checkpointStatus.from > 0
        ? unproved({
            seq: checkpointStatus.from - 1,
            what: message('audit.recordsUnproved', { count: checkpointStatus.from }),
          })
        : { state: 'verified', problem: null }
    }
  }
}
