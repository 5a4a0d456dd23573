import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'

/** The length of an automatic pause in minutes (CONFIRM-31, CONFIRM-32). */
export const PAUSE_MINUTES = 15
/** This many violations of the request limits within this time pause the connection. */
const MAX_REFUSALS = 3
const REFUSAL_WINDOW_MS = 10 * MINUTE_MS

/** The times of recent rate violations, and whether the last one pauses the connection. */
export interface RateViolations {
  readonly recent: readonly EpochMs[]
  readonly pause: boolean
}

/**
 * Adds a rate violation to those at `before`. The times are stored on disk, so that a restart does
 * not reset them (CONFIRM-31).
 */
export function addRateViolation(before: readonly EpochMs[], now: EpochMs): RateViolations {
  const recent = [...before.filter((time) => now - time < REFUSAL_WINDOW_MS), now]
  return recent.length >= MAX_REFUSALS ? { recent: [], pause: true } : { recent, pause: false }
}

const DECIDED: ReadonlySet<string> = new Set(['approved', 'allowed-by-rule', 'declined'])

/**
 * True when the connection's previous decision before `last` was a decline of the same order
 * (CONFIRM-32). Computed from the queue, so that a restart does not reset it. The rows of one card
 * count as one decline. `same` compares the requests, not their amendments.
 */
export function declinedTwice(
  all: readonly Instruction[],
  last: Instruction,
  same: (a: Instruction, b: Instruction) => boolean,
): boolean {
  const before = all
    .filter(
      ({ id, connectionId, batch, ending }) =>
        id !== last.id &&
        connectionId === last.connectionId &&
        ending !== null &&
        DECIDED.has(ending.why) &&
        (batch === null || batch.batchId !== last.batch?.batchId),
    )
    .reduce<Instruction | null>(
      (latest, entry) =>
        latest === null || (entry.ending?.endedAt ?? 0) >= (latest.ending?.endedAt ?? 0)
          ? entry
          : latest,
      null,
    )
  return before?.ending?.why === 'declined' && same(before, last)
}
