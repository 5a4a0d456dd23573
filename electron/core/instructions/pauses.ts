import type { ConnectionId } from '../../../shared/domain/instruction.js'
import { MINUTE_MS } from '../../../shared/domain/time.js'

/** How long an assistant is paused by itself (rules 31, 32). */
export const PAUSE_MINUTES = 15
/** So many refusals for asking too much within this time pause it. */
const REFUSALS = 3
const REFUSALS_MS = 10 * MINUTE_MS

/** Counts what makes an assistant stop by itself: asking too often, and having the same order declined twice in a row. */
export interface Pauses {
  /** One more request that was too much; true when it is to be paused now. */
  refused(connection: ConnectionId, now: number): boolean
  /** True when this is the second decline of the same order in a row. */
  declined(connection: ConnectionId, order: string): boolean
  approved(connection: ConnectionId): void
}

export function createPauses(): Pauses {
  const refusals = new Map<ConnectionId, readonly number[]>()
  const lastDeclined = new Map<ConnectionId, string>()
  return {
    refused(connection, now) {
      const lately = [...(refusals.get(connection) ?? []).filter((at) => now - at < REFUSALS_MS), now]
      const enough = lately.length >= REFUSALS
      refusals.set(connection, enough ? [] : lately)
      return enough
    },
    declined(connection, order) {
      const again = lastDeclined.get(connection) === order
      if (again) lastDeclined.delete(connection)
      else lastDeclined.set(connection, order)
      return again
    },
    approved(connection) { lastDeclined.delete(connection) },
  }
}
