import type { Disposer } from '../../../shared/domain/brand.js'
import type { ClockPort, TimerPort } from '../ports.js'

/** How often an account is read after changes. */
export interface Pace {
  /**
   * The delay after a change in ms: simultaneous changes cause one read, and the broker's figures
   * follow a fill with a short delay.
   */
  readonly afterMs: number
  /** The delay of the second read, by when the broker's figures have certainly followed. */
  readonly settledMs: number
  /** The minimum time between two reads in ms, by how many there were in the window. */
  readonly apartMs: readonly number[]
  /** The same after further reads. */
  readonly spreadMs: number
  /** The most reads in a window. */
  readonly count: number
  readonly windowMs: number
}

export interface PacedReadsDeps {
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly pace: Pace
  readonly read: () => Promise<void>
}

/** Reads twice after the latest of a series of changes, at a pace that the rate limits allow. */
export class PacedReads {
  readonly #deps: PacedReadsDeps
  /** Times of the last reads, by the monotonic clock. */
  #readAt: readonly number[] = []
  /** The number of reads that the latest change still needs. */
  #settling = 0
  #cancel: Disposer | null = null
  /** By the monotonic clock: the time of the read that `#cancel` cancels. */
  #dueAt = 0

  constructor(deps: PacedReadsDeps) {
    this.#deps = deps
  }

  /** True while reads are due. */
  get isSettling(): boolean {
    return this.#settling > 0
  }

  /** The account changed. */
  onChange(): void {
    this.#settling = 2
    this.#readSoon()
  }

  /** Counts a read that begins now, whoever caused it. */
  countRead(): void {
    const { clock, pace } = this.#deps
    this.#readAt = [...this.#readAt, clock.monotonic()].slice(-pace.count)
  }

  /** Ends the reads that are due. */
  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#settling = 0
  }

  #readSoon(): void {
    if (this.#settling === 0) return
    const { clock, timers, pace, read } = this.#deps
    const now = clock.monotonic()
    const earliest = now + (this.#settling === 2 ? pace.afterMs : pace.settledMs)
    const due = Math.max(earliest, this.#nextReadAt(now))
    // A change during the wait for the second read schedules an earlier one.
    if (this.#cancel !== null && due >= this.#dueAt) return
    this.#cancel?.()
    this.#dueAt = due
    this.#cancel = timers.after(due - now, () => {
      this.#cancel = null
      this.#settling -= 1
      void read().then(() => this.#readSoon())
    })
  }

  /** Returns when the pace allows the next read, by the monotonic clock. */
  #nextReadAt(now: number): number {
    const { count, windowMs, apartMs, spreadMs } = this.#deps.pace
    const recent = this.#readAt.filter((time) => now - time < windowMs)
    const windowEnds = recent.length < count ? 0 : (recent[0] ?? 0) + windowMs
    return Math.max(windowEnds, (recent.at(-1) ?? 0) + (apartMs[recent.length] ?? spreadMs))
  }
}
