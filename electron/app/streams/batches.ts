import type { Disposer } from '../../../shared/domain/brand.js'
import type { TimerPort } from '../../core/ports.js'

/**
 * How long changes are collected before batches of frames are sent; well below one animation frame.
 */
const BATCH_MS = 6

/**
 * Sends what all streams have collected in one task. A price often changes several of them: its
 * quote, its book, a position and the balance. Sent apart, each would cost the window a frame.
 */
export class Batches {
  readonly #timers: TimerPort
  readonly #waiting = new Set<() => void>()
  #isArranged = false

  constructor(timers: TimerPort) {
    this.#timers = timers
  }

  /** Calls `flush` with the next batch; the disposer takes the call back. */
  next(flush: () => void): Disposer {
    this.#waiting.add(flush)
    if (!this.#isArranged) {
      this.#isArranged = true
      this.#timers.after(BATCH_MS, () => this.#flush())
    }
    return () => void this.#waiting.delete(flush)
  }

  #flush(): void {
    this.#isArranged = false
    const due = [...this.#waiting]
    this.#waiting.clear()
    for (const flush of due) flush()
  }
}
