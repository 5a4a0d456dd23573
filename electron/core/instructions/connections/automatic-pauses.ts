import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'

/** How long an assistant is paused by itself (CONFIRM-31, CONFIRM-32). */
export const PAUSE_MINUTES = 15
/** So many refusals for asking too much within this time pause it. */
const MAX_REFUSALS = 3
const REFUSAL_WINDOW_MS = 10 * MINUTE_MS

/**
 * What is kept of requests that were too much: when they came, and whether this one was one too
 * many.
 */
export interface RateViolations {
  readonly recent: readonly EpochMs[]
  readonly pause: boolean
}

/**
 * One more request that was too much, after those at `before`. What is kept is for the disk: a
 * restart in between forgives nothing (CONFIRM-31).
 */
export function addRateViolation(before: readonly EpochMs[], now: EpochMs): RateViolations {
  const recent = [...before.filter((time) => now - time < REFUSAL_WINDOW_MS), now]
  return recent.length >= MAX_REFUSALS ? { recent: [], pause: true } : { recent, pause: false }
}

const DECIDED: ReadonlySet<string> = new Set(['approved', 'allowed-by-rule', 'declined'])

/**
 * True when the last thing of this connection that was decided before `last` was the same order,
 * and it was declined as well (CONFIRM-32).
 * Read from the queue itself, so that a restart in between forgives nothing; rows of one card are
 * one denial. `same` compares what was
 * asked for, not what it was changed to.
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
