import type { ConnectionId, Instruction } from '../../../shared/domain/instruction.js'
import { MINUTE_MS } from '../../../shared/domain/time.js'

/** How long an assistant is paused by itself (rules 31, 32). */
export const PAUSE_MINUTES = 15
/** So many refusals for asking too much within this time pause it. */
const REFUSALS = 3
const REFUSALS_MS = 10 * MINUTE_MS

/** Counts what makes an assistant stop by itself: asking too often. */
export interface Pauses {
  /** One more request that was too much; true when it is to be paused now. */
  refused(connection: ConnectionId, now: number): boolean
}

const DECIDED: ReadonlySet<string> = new Set(['approved', 'allowed-by-rule', 'declined'])

/**
 * True when the last thing of this connection that was decided before `last` was the same order, and it was declined as well (rule 32).
 * Read from the queue itself, so that a restart in between forgives nothing; rows of one card are one denial. `same` compares what was
 * asked for, not what it was changed to.
 */
export function declinedTwice(all: readonly Instruction[], last: Instruction, same: (a: Instruction, b: Instruction) => boolean): boolean {
  const before = all
    .filter(({ id, connectionId, batch, ending }) => id !== last.id && connectionId === last.connectionId && ending !== null && DECIDED.has(ending.why)
      && (batch === null || batch.batchId !== last.batch?.batchId))
    .reduce<Instruction | null>((latest, each) => (latest === null || (each.ending?.at ?? 0) >= (latest.ending?.at ?? 0) ? each : latest), null)
  return before?.ending?.why === 'declined' && same(before, last)
}

export function createPauses(): Pauses {
  const refusals = new Map<ConnectionId, readonly number[]>()
  return {
    refused(connection, now) {
      const lately = [...(refusals.get(connection) ?? []).filter((at) => now - at < REFUSALS_MS), now]
      const enough = lately.length >= REFUSALS
      refusals.set(connection, enough ? [] : lately)
      return enough
    },
  }
}
