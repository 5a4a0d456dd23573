import type { Disposer } from '../../shared/domain/brand.js'

/**
 * The next updates are delivered at the earliest so long after the ones before: about fifteen times
 * in a second. Painting costs more than everything else, and nobody reads a price sixty times a
 * second. Everything that follows a price (charts too) keeps to these deliveries, so that no frame
 * shows two moments.
 */
const PAUSE_MS = 66
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
 * Delivers the updates of all streams of a window together, with a pause between deliveries. The
 * first update after a pause is delivered when the task in which it arrived has ended.
 *
 * A delivery is a task of its own between two frames. Within the callbacks of a frame it would be
 * too late for a canvas, which is drawn in the next frame that comes: the window would show a price
 * in one frame and its chart in the one after.
 */
export class FramePacer {
  readonly #page: FramePage
  readonly #commit: Commit
  readonly #waiting = new Map<() => void, Delivery>()
  #cancel: Disposer | null = null
  #earliest = 0
  /** True until what was delivered last is painted. */
  #isUnpainted = false

  /** @param commit renders what `run` changed before it returns, so that one frame shows it */
  constructor(page: FramePage, commit: Commit) {
    this.#page = page
    this.#commit = commit
    page.document.addEventListener('visibilitychange', () => {
      this.#stop()
      this.#arrange()
    })
  }

  /** Calls back with the next delivery; the disposer takes the call back. */
  next(flush: () => void, delivery: Delivery): Disposer {
    // Every call counts, also a second one with the same function.
    const call = (): void => flush()
    this.#waiting.set(call, delivery)
    this.#arrange()
    return () => {
      this.#waiting.delete(call)
      if (this.#waiting.size === 0) this.#stop()
    }
  }

  #arrange(): void {
    if (this.#cancel !== null || !this.#hasDue()) return
    const page = this.#page
    const { hidden } = page.document
    // A busy page that has not painted yet gains nothing from more work before its frame.
    if (this.#isUnpainted && !hidden) return
    const wait = Math.max(0, this.#earliest - page.performance.now())
    const timer = page.setTimeout(() => this.#deliver(), hidden ? HIDDEN_FLUSH_MS : wait)
    this.#cancel = () => page.clearTimeout(timer)
  }

  /** Returns whether anything waits that the window wants now. */
  #hasDue(): boolean {
    if (!this.#page.document.hidden) return this.#waiting.size > 0
    return [...this.#waiting.values()].includes('always')
  }

  #deliver(): void {
    this.#stop()
    const { hidden } = this.#page.document
    this.#earliest = this.#page.performance.now() + PAUSE_MS
    const due = [...this.#waiting].filter(([, delivery]) => !hidden || delivery === 'always')
    for (const [call] of due) this.#waiting.delete(call)
    this.#commit(() => {
      for (const [call] of due) this.#run(call)
    })
    if (hidden) this.#arrange()
    else this.#awaitPaint()
  }

  /** Lets the next delivery come after the frame that paints this one. */
  #awaitPaint(): void {
    const page = this.#page
    this.#isUnpainted = true
    const painted = (): void => {
      page.cancelAnimationFrame(frame)
      page.clearTimeout(timer)
      this.#isUnpainted = false
      this.#arrange()
    }
    const frame = page.requestAnimationFrame(painted)
    const timer = page.setTimeout(painted, LATE_FRAME_MS)
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
