import type { Disposer } from '../../shared/domain/brand.js'

/**
 * After a frame the next one is requested only this much later: every second frame of a usual
 * screen. Painting costs more than everything else, and nobody reads a price sixty times a second.
 */
const PAUSE_MS = 20
/** A hidden window gets no animation frames, but orders must still arrive. */
const HIDDEN_FLUSH_MS = 250

type FramePage = Pick<
  Window,
  'requestAnimationFrame' | 'cancelAnimationFrame' | 'setTimeout' | 'clearTimeout' | 'performance'
> & { reportError(error: unknown): void }

/**
 * Delivers the updates of all streams of a window together, on animation frames with a pause
 * between them. The first update after a pause is delivered with the next frame.
 */
export class FramePacer {
  readonly #page: FramePage
  readonly #waiting = new Set<() => void>()
  #cancel: Disposer | null = null
  #earliest = 0

  constructor(page: FramePage) {
    this.#page = page
  }

  /** Calls back with the next frame; the disposer takes the call back. */
  next(flush: () => void): Disposer {
    // Every call counts, also that of the same function.
    const call = (): void => flush()
    this.#waiting.add(call)
    this.#arrange()
    return () => {
      this.#waiting.delete(call)
      if (this.#waiting.size === 0) this.#stop()
    }
  }

  #arrange(): void {
    if (this.#cancel !== null) return
    const wait = this.#earliest - this.#page.performance.now()
    if (wait <= 0) return this.#requestFrame()
    const timer = this.#page.setTimeout(() => this.#requestFrame(), wait)
    this.#cancel = () => this.#page.clearTimeout(timer)
  }

  #requestFrame(): void {
    const page = this.#page
    const deliver = (): void => this.#deliver()
    const frame = page.requestAnimationFrame(deliver)
    const timer = page.setTimeout(deliver, HIDDEN_FLUSH_MS)
    this.#cancel = () => {
      page.cancelAnimationFrame(frame)
      page.clearTimeout(timer)
    }
  }

  #deliver(): void {
    this.#stop()
    this.#earliest = this.#page.performance.now() + PAUSE_MS
    const calls = [...this.#waiting]
    this.#waiting.clear()
    for (const call of calls) {
      try {
        call()
      } catch (error) {
        // One stream that fails must not keep the others from the screen.
        this.#page.reportError(error)
      }
    }
  }

  #stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
