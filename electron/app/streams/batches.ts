import type { Disposer } from '../../../shared/domain/brand.js'
import type { TimerPort } from '../../core/ports.js'

/**
 * How long changes are collected before batches of frames are sent; well below one animation frame.
 */
const BATCH_MS = 6
/**
 * The shortest time between two batches. What one price changes reaches main in several messages
 * (quote, trade, book): in busy markets one batch carries them, and so one frame shows them.
 */
const APART_MS = 40

/**
 * Sends what all streams have collected in one task. A price often changes several of them: its
 * quote, its book, a position and the balance. Sent apart, each would cost the window a frame.
 */
export class Batches {
  readonly #timers: TimerPort
  readonly #waiting = new Set<() => void>()
  #isArranged = false
  /** True for {@link APART_MS} after a batch. */
  #isRecent = false

  constructor(timers: TimerPort) {
    this.#timers = timers
  }

  /** Calls `flush` with the next batch; the disposer takes the call back. */
  next(flush: () => void): Disposer {
    this.#waiting.add(flush)
    if (!this.#isRecent) this.#arrange()
    return () => void this.#waiting.delete(flush)
  }

  #arrange(): void {
    if (this.#isArranged) return
    this.#isArranged = true
    this.#timers.after(BATCH_MS, () => this.#flush())
  }

  #flush(): void {
    this.#isArranged = false
    const due = [...this.#waiting]
    this.#waiting.clear()
    if (due.length === 0) return
    this.#isRecent = true
    this.#timers.after(APART_MS - BATCH_MS, () => {
      this.#isRecent = false
      if (this.#waiting.size > 0) this.#arrange()
    })
    for (const flush of due) flush()
  }
}
