import type { OpName } from '../../../shared/ipc/contract.js'
import type { Effect } from '../../../shared/ipc/entry.js'
import type { ClockPort } from '../../core/ports.js'

/** The limits of the calls of one operation. */
export interface CallBounds {
  /** The most concurrent calls. */
  readonly inFlight: number
  readonly perSecond: number
  /** The time limit of one call. */
  readonly deadlineMs: number
}

export const BOUNDS: Readonly<Record<Effect, CallBounds>> = {
  read: { inFlight: 32, perSecond: 120, deadlineMs: 20_000 },
  session: { inFlight: 8, perSecond: 40, deadlineMs: 30_000 },
  trade: { inFlight: 1, perSecond: 20, deadlineMs: 20_000 },
}

const SECOND_MS = 1_000

/** Counts the concurrent and the recent calls of each operation. */
export class CallLimiter {
  readonly #clock: Pick<ClockPort, 'monotonic'>
  readonly #inFlight = new Map<OpName, number>()
  /** Times at which calls of the last second began. */
  readonly #starts = new Map<OpName, number[]>()

  constructor(clock: Pick<ClockPort, 'monotonic'>) {
    this.#clock = clock
  }

  /** Counts a call that begins; false when the operation is at a limit. */
  tryStart(op: OpName, bounds: CallBounds): boolean {
    const now = this.#clock.monotonic()
    const recent = (this.#starts.get(op) ?? []).filter((start) => now - start < SECOND_MS)
    this.#starts.set(op, recent)
    const inFlight = this.#inFlight.get(op) ?? 0
    if (inFlight >= bounds.inFlight || recent.length >= bounds.perSecond) return false
    recent.push(now)
    this.#inFlight.set(op, inFlight + 1)
    return true
  }

  /** Counts the end of a call for which `tryStart` returned true. */
  end(op: OpName): void {
    this.#inFlight.set(op, (this.#inFlight.get(op) ?? 1) - 1)
  }
}
