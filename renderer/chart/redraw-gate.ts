/** The timers that the gate needs; a page passes the browser's own. */
export interface RedrawTimers {
  now(): number
  /** Runs `run` once the current task has ended, before any frame. */
  afterTask(run: () => void): void
  setTimer(run: () => void, ms: number): number
  clearTimer(handle: number): void
}

/**
 * At most ten draws a second of what no delivery brings, such as a moved view: repainting costs
 * time per bar, and a faster rate would not be noticed.
 */
export const REDRAW_INTERVAL_MS = 100

/**
 * Merges requests into draws at the end of a task, at least `REDRAW_INTERVAL_MS` apart unless they
 * happen in this moment. The library paints what is drawn in the next frame, so a draw within the
 * callbacks of a frame would come one frame late. `phaseMs` offsets charts against each other, so
 * that they do not all repaint in the same frame.
 */
export const createRedrawGate = (draw: () => void, timers: RedrawTimers, phaseMs = 0): RedrawGate =>
  new RedrawGate(draw, timers, phaseMs)

export class RedrawGate {
  readonly #draw: () => void
  readonly #timers: RedrawTimers
  #visible = true
  #wanted = false
  #disposed = false
  /** True while a draw follows the current task. */
  #isNext = false
  #timer: number | null = null
  /** The time before which nothing is drawn that is not of this moment. */
  #earliest: number

  constructor(draw: () => void, timers: RedrawTimers, phaseMs: number) {
    this.#draw = draw
    this.#timers = timers
    this.#earliest = timers.now() + phaseMs
  }

  /** Requests a draw soon; requests made before it happens are merged into it. */
  request(): void {
    this.#wanted = true
    this.#arrange()
  }

  /**
   * Requests a draw in the frame of what else the current task changes, such as the table that
   * shows the same price. What calls it is paced already.
   */
  requestNow(): void {
    this.#wanted = true
    if (this.#isActive()) this.#drawNext()
  }

  /** A hidden chart never draws; draws requested while hidden become one draw when it is shown. */
  setVisible(visible: boolean): void {
    this.#visible = visible
    if (visible) this.#arrange()
    else this.#cancel()
  }

  dispose(): void {
    this.#disposed = true
    this.#cancel()
  }

  #isActive(): boolean {
    return !this.#disposed && this.#visible && this.#wanted
  }

  #arrange(): void {
    if (!this.#isActive() || this.#isNext || this.#timer !== null) return
    const wait = this.#earliest - this.#timers.now()
    if (wait <= 0) this.#drawNext()
    else this.#timer = this.#timers.setTimer(() => this.#onTurn(), wait)
  }

  #drawNext(): void {
    if (this.#isNext) return
    this.#isNext = true
    this.#timers.afterTask(() => {
      this.#isNext = false
      this.#onTurn()
    })
  }

  #onTurn(): void {
    this.#cancel()
    if (!this.#isActive()) return
    this.#wanted = false
    this.#earliest = this.#timers.now() + REDRAW_INTERVAL_MS
    this.#draw()
  }

  #cancel(): void {
    if (this.#timer !== null) this.#timers.clearTimer(this.#timer)
    this.#timer = null
  }
}

let charts = 0
/**
 * Returns a phase for the next chart, spreading charts over the interval. The first chart of a
 * window waits for nothing.
 */
export function nextPhase(): number {
  const phase = (charts * REDRAW_INTERVAL_MS) / 4
  charts = (charts + 1) % 4
  return phase
}

/** The browser's own timers. */
export const browserTimers: RedrawTimers = {
  now: () => performance.now(),
  afterTask: (run) => queueMicrotask(run),
  setTimer: (run, ms) => window.setTimeout(run, ms),
  clearTimer: (handle) => window.clearTimeout(handle),
}
