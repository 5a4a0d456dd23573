import type { Fault, FaultKind } from '../../../shared/practice/practice-control.js'

/** An active fault. `left` is how often it will still strike; null means until cleared. */
interface Active {
  readonly id: number
  readonly fault: Fault
  left: number | null
}

/**
 * Faults that tests switch on over the control port:
 *
 * - `drop-before-effect`: the connection drops before the operation takes effect.
 * - `drop-after-effect`: the operation takes effect, then the connection drops, so the answer is
 *   lost.
 * - `delay`: the operation takes effect `ms` later.
 * - `error-before-effect`, `error-after-effect`: `status` (500) instead of the answer, without or
 *   with the effect.
 * - `rate-limited`: 429 without effect.
 * - `malformed-body`: 200 with text that is not JSON. `truncated-body`: half of the answer, then
 *   the connection drops.
 * - `stale-listing`: while on, open orders and history lag behind Order Detail by `ms` of exchange
 *   time.
 * - `event-stream-black-hole`, `market-stream-black-hole`: the stream stays open but sends nothing
 *   more, not even pings.
 * - `duplicate-events`: each trade event, or event of the broker's push, is delivered twice.
 * - `refuse-event-stream`, `refuse-market-stream`: a new connection is refused.
 */
export class Faults {
  private readonly active: Active[] = []
  private nextId = 1

  add(fault: Fault): number {
    const id = this.nextId
    this.nextId += 1
    this.active.push({ id, fault, left: fault.count === undefined ? 1 : fault.count })
    return id
  }

  clear(): void {
    this.active.length = 0
  }

  /**
   * Returns the first active fault of these kinds that applies to the operation and uses up one of
   * its strikes; null when there is none.
   */
  strike(kinds: readonly FaultKind[], operation?: string): Fault | null {
    const found = this.active.find(
      (entry) =>
        kinds.includes(entry.fault.kind) &&
        (entry.fault.operation === undefined ||
          operation === undefined ||
          entry.fault.operation === operation),
    )
    if (found === undefined) return null
    if (found.left !== null) {
      found.left -= 1
      if (found.left <= 0) this.active.splice(this.active.indexOf(found), 1)
    }
    return found.fault
  }

  /** Returns the active fault of this kind without using up a strike; null when there is none. */
  on(kind: FaultKind): Fault | null {
    return this.active.find((entry) => entry.fault.kind === kind)?.fault ?? null
  }
}
