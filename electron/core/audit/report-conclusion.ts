import type { AuditReport } from '../../../shared/domain/instructions/audit.js'
import { message } from '../../../shared/messages/make-message.js'
import type { AuditRecord, ChainProblem, ChainWalk } from './audit-chain.js'
import type { CheckpointStatus, Point } from './checkpoint.js'

/**
 * Returns the mismatch between the records and a checkpoint; null when every record it covers is
 * present.
 */
function shortOf({ records, origin }: ChainWalk, { count, head }: Point): ChainProblem | null {
  const length = origin.seq + records.length
  if (length < count) {
    return {
      seq: length,
      what: message('audit.recordsMissing', { missing: count - length, count }),
    }
  }
  // An older checkpoint names a record that was archived since; its segment has a digest.
  if (count < origin.seq) return null
  return (count === origin.seq ? origin.prev : records[count - 1 - origin.seq]?.hash) === head
    ? null
    : { seq: count - 1, what: message('audit.chainRewritten') }
}

/**
 * Combines the results of chain and checkpoint. Partial evidence is never reported as verified.
 * `isSigned` is true for records that this program wrote, `isArchiveRead` once every archived part
 * was compared with its digest.
 */
export function concludeReport(
  walked: ChainWalk,
  checkpointStatus: CheckpointStatus,
  {
    isSigned,
    isArchiveRead,
  }: { readonly isSigned: (record: AuditRecord) => boolean; readonly isArchiveRead: boolean },
): { readonly state: AuditReport['state']; readonly problem: ChainProblem | null } {
  const { records, problem, origin } = walked
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
        origin.seq + records.length === 0
          ? null
          : {
              seq: null,
              what: message('audit.noCheckpoint'),
            },
      )
    case 'unreadable': {
      // The remaining checkpoint may still prove that records are missing, which is worse than a
      // missing proof.
      const known = checkpointStatus.lastProved ?? checkpointStatus.claimed
      const short = known === undefined ? null : shortOf(walked, known)
      return short === null ? unproved({ seq: null, what: checkpointStatus.what }) : damaged(short)
    }
    case 'proved': {
      const short = shortOf(walked, checkpointStatus)
      if (short !== null) return damaged(short)
      // A crash between a record and its head leaves a signed record beyond the head. An unsigned
      // record there was written by someone else.
      const foreign = records
        .slice(Math.max(0, checkpointStatus.count - origin.seq))
        .find((record) => !isSigned(record))
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
        : isArchiveRead
          ? { state: 'verified', problem: null }
          : unproved({ seq: null, what: message('audit.archiveUnread') })
    }
  }
}
