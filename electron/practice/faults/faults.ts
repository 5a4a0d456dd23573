import type { Fault, FaultKind } from '../../../shared/ipc/practice-control.js'

/** A fault that is switched on, and how often it will still strike; null = until cleared. */
interface Active {
  readonly id: number
  readonly fault: Fault
  left: number | null
}

/**
 * Faults that tests switch on over the control port:
 *
 * - `drop-before-effect`: the connection dies, nothing happened.
 * - `drop-after-effect`: the operation takes effect, then the connection dies: the answer is lost.
 * - `delay`: the operation takes effect `ms` later.
 * - `error-before-effect`, `error-after-effect`: `status` (500) instead of the answer, without or
 *   with the effect.
 * - `rate-limited`: 429, nothing happened.
 * - `malformed-body`: 200 with text that is no JSON. `truncated-body`: half of the answer, then the
 *   connection dies.
 * - `stale-listing`: open orders and history trail Order Detail by `ms` of exchange time while it
 *   is on.
 * - `event-stream-black-hole`, `market-stream-black-hole`: the stream stays open and says nothing
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
   * The first fault of these kinds that applies to the operation, one strike of it used up; null
   * when none is on.
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

  /** Such a fault, if it is on; uses up nothing. */
  on(kind: FaultKind): Fault | null {
    return this.active.find((entry) => entry.fault.kind === kind)?.fault ?? null
  }
}
