import type { Disposer } from '../../../shared/domain/brand.js'
import type { ClockPort, TimerPort } from '../ports.js'

export interface LingerDeps<T> {
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly timers: TimerPort
  /** How long an item stays, in ms. */
  readonly lingerMs: number
  /** Called once for each item whose time is over. */
  readonly onDue: (item: T) => void
}

/**
 * Items that stay for a while after their last use. One timer serves all: a watchlist that closes
 * may have thousands of symbols.
 */
export class Linger<T> {
  readonly #deps: LingerDeps<T>
  /** When each item is due, by the monotonic clock, in the order of these times. */
  readonly #dueAt = new Map<T, number>()
  #cancelTimer: Disposer | null = null

  constructor(deps: LingerDeps<T>) {
    this.#deps = deps
  }

  /** Starts the time of an item that does not linger yet. */
  add(item: T): void {
    this.#dueAt.set(item, this.#deps.clock.monotonic() + this.#deps.lingerMs)
    this.#wait(this.#deps.lingerMs)
  }

  /** The item is used again. */
  remove(item: T): void {
    this.#dueAt.delete(item)
  }

  dispose(): void {
    this.#cancelTimer?.()
    this.#dueAt.clear()
  }

  #wait(delayMs: number): void {
    this.#cancelTimer ??= this.#deps.timers.after(delayMs, () => this.#endDue())
  }

  #endDue(): void {
    this.#cancelTimer = null
    const now = this.#deps.clock.monotonic()
    for (const [item, dueAt] of this.#dueAt) {
      if (dueAt > now) return this.#wait(dueAt - now)
      this.#dueAt.delete(item)
      this.#deps.onDue(item)
    }
  }
}
