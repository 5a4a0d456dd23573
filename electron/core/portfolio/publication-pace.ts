import type { Disposer } from '../../../shared/domain/brand.js'
import type { ClockPort, TimerPort } from '../ports.js'

/** Several prices often change at once, and their positions are shown in the same frame. */
const TOGETHER_MS = 3
/** The shortest time between two publications of all positions. */
const PUBLISH_MS = 80

/** Publishes changes of prices together, and not more often than they can be shown. */
export class PublicationPace {
  readonly #clock: ClockPort
  readonly #timers: TimerPort
  readonly #publish: () => void
  #cancel: Disposer | null = null
  #publishedAt = Number.NEGATIVE_INFINITY

  constructor(clock: ClockPort, timers: TimerPort, publish: () => void) {
    this.#clock = clock
    this.#timers = timers
    this.#publish = publish
  }

  /** Publishes soon, once for everything that changes until then. */
  soon(): void {
    if (this.#cancel !== null) return
    const wait = Math.max(TOGETHER_MS, this.#publishedAt + PUBLISH_MS - this.#clock.monotonic())
    this.#cancel = this.#timers.after(wait, this.#publish)
  }

  /** A publication takes place now, so that none is due. */
  onPublish(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#publishedAt = this.#clock.monotonic()
  }

  dispose(): void {
    this.#cancel?.()
  }
}
