import type { Disposer } from '../../shared/domain/brand.js'

/**
 * After a frame the next one is requested only this much later: about fifteen in a second. Painting
 * costs more than everything else, and nobody reads a price sixty times a second. Everything that
 * follows a price (charts too) keeps to these frames, so that no frame shows two moments.
 */
const PAUSE_MS = 66
/**
 * Main sends the streams of one moment in one task, but each over a port of its own: those of an
 * update that arrived this recently may still be on their way, so it waits for the next frame.
 */
const TOGETHER_MS = 6
/** A hidden window gets no animation frames, but orders must still arrive. */
const HIDDEN_FLUSH_MS = 2_000
/** A page that counts as visible gets no frames either while its window was not shown yet. */
const LATE_FRAME_MS = 50

/**
 * When a stream is delivered: `always` also to a hidden window, or only to one that is `visible`.
 */
export type Delivery = 'always' | 'visible'

/** Renders what `run` changes before it returns. */
export type Commit = (run: () => void) => void

type FramePage = Pick<
  Window,
  'requestAnimationFrame' | 'cancelAnimationFrame' | 'setTimeout' | 'clearTimeout' | 'performance'
> & {
  readonly document: Pick<Document, 'hidden' | 'addEventListener'>
  reportError(error: unknown): void
}

/**
 * Delivers the updates of all streams of a window together, on animation frames with a pause
 * between them. The first update after a pause is delivered with the next frame.
 */
export class FramePacer {
  readonly #page: FramePage
  readonly #commit: Commit
  readonly #waiting = new Map<() => void, Delivery>()
  #cancel: Disposer | null = null
  #earliest = 0
  #arrivedAt = Number.NEGATIVE_INFINITY

  /** @param commit renders what `run` changed before it returns, so that it is of this frame */
  constructor(page: FramePage, commit: Commit) {
    this.#page = page
    this.#commit = commit
    page.document.addEventListener('visibilitychange', () => this.#arrange())
  }

  /** Calls back with the next frame; the disposer takes the call back. */
  next(flush: () => void, delivery: Delivery): Disposer {
    // Every call counts, also that of the same function.
    const call = (): void => flush()
    this.#waiting.set(call, delivery)
    this.#arrivedAt = this.#page.performance.now()
    this.#arrange()
    return () => {
      this.#waiting.delete(call)
      if (this.#waiting.size === 0) this.#stop()
    }
  }

  #arrange(): void {
    if (this.#cancel !== null || !this.#hasDue()) return
    const wait = this.#earliest - this.#page.performance.now()
    if (wait <= 0) return this.#requestFrame()
    const timer = this.#page.setTimeout(() => this.#requestFrame(), wait)
    this.#cancel = () => this.#page.clearTimeout(timer)
  }

  /** Returns whether anything waits that the window wants now. */
  #hasDue(): boolean {
    if (!this.#page.document.hidden) return this.#waiting.size > 0
    return [...this.#waiting.values()].includes('always')
  }

  /** Delivers with this frame, or with the next one when an update has only begun to arrive. */
  #onFrame(): void {
    const isRecent = this.#page.performance.now() - this.#arrivedAt < TOGETHER_MS
    if (!isRecent) return this.#deliver()
    this.#stop()
    return this.#requestFrame(false)
  }

  #requestFrame(isFirst = true): void {
    const page = this.#page
    const deliver = (): void => this.#deliver()
    const frame = page.requestAnimationFrame(isFirst ? () => this.#onFrame() : deliver)
    const timer = page.setTimeout(deliver, page.document.hidden ? HIDDEN_FLUSH_MS : LATE_FRAME_MS)
    this.#cancel = () => {
      page.cancelAnimationFrame(frame)
      page.clearTimeout(timer)
    }
  }

  #deliver(): void {
    this.#stop()
    this.#earliest = this.#page.performance.now() + PAUSE_MS
    const { hidden } = this.#page.document
    const due = [...this.#waiting].filter(([, delivery]) => !hidden || delivery === 'always')
    for (const [call] of due) this.#waiting.delete(call)
    this.#commit(() => {
      for (const [call] of due) this.#run(call)
    })
  }

  #run(call: () => void): void {
    try {
      call()
    } catch (error) {
      // One stream that fails must not keep the others from the screen.
      this.#page.reportError(error)
    }
  }

  #stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
