import type { Instruction } from '../../../shared/domain/instruction.js'
import { MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'

/** How long an assistant is paused by itself (rules 31, 32). */
export const PAUSE_MINUTES = 15
/** So many refusals for asking too much within this time pause it. */
const REFUSALS = 3
const REFUSALS_MS = 10 * MINUTE_MS

/**
 * What is kept of requests that were too much: when they came, and whether this one was one too
 * many.
 */
export interface TooMuch {
  readonly kept: readonly EpochMs[]
  readonly pause: boolean
}

/**
 * One more request that was too much, after those at `before`. What is kept is for the disk: a
 * restart in between forgives nothing (rule 31).
 */
export function tooMuchAgain(before: readonly EpochMs[], now: EpochMs): TooMuch {
  const lately = [...before.filter((at) => now - at < REFUSALS_MS), now]
  return lately.length >= REFUSALS ? { kept: [], pause: true } : { kept: lately, pause: false }
}

const DECIDED: ReadonlySet<string> = new Set(['approved', 'allowed-by-rule', 'declined'])

/**
 * True when the last thing of this connection that was decided before `last` was the same order,
 * and it was declined as well (rule 32).
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
      (latest, each) =>
        latest === null || (each.ending?.at ?? 0) >= (latest.ending?.at ?? 0) ? each : latest,
      null,
    )
  return before?.ending?.why === 'declined' && same(before, last)
}
