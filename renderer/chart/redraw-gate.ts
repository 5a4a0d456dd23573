/** The timers that the gate needs; a page passes the browser's own. */
export interface RedrawTimers {
  now(): number
  requestFrame(run: () => void): number
  cancelFrame(handle: number): void
  setTimer(run: () => void, ms: number): number
  clearTimer(handle: number): void
}

export interface RedrawGate {
  /** Requests a draw soon; requests made before it happens are merged into it. */
  request(): void
  /** A hidden chart never draws; draws requested while hidden become one draw when it is shown. */
  setVisible(visible: boolean): void
  dispose(): void
}

/**
 * At most ten draws a second: repainting costs time per bar, and a faster rate would not be
 * noticed.
 */
export const REDRAW_INTERVAL_MS = 100

/**
 * Merges requests into draws on animation frames, at least `REDRAW_INTERVAL_MS` apart. `phaseMs`
 * offsets charts against each other, so that they do not all repaint in the same frame.
 */
export const createRedrawGate = (draw: () => void, timers: RedrawTimers, phaseMs = 0): RedrawGate =>
  new TimedRedrawGate(draw, timers, phaseMs)

class TimedRedrawGate implements RedrawGate {
  readonly #draw: () => void
  readonly #timers: RedrawTimers
  #visible = true
  #wanted = false
  #disposed = false
  #frame: number | null = null
  #timer: number | null = null
  /** The time before which nothing is drawn. */
  #earliest: number

  constructor(draw: () => void, timers: RedrawTimers, phaseMs: number) {
    this.#draw = draw
    this.#timers = timers
    this.#earliest = timers.now() + phaseMs
  }

  request(): void {
    this.#wanted = true
    this.#arrange()
  }

  setVisible(visible: boolean): void {
    this.#visible = visible
    if (visible) this.#arrange()
    else this.#cancel()
  }

  dispose(): void {
    this.#disposed = true
    this.#cancel()
  }

  #arrange(): void {
    if (this.#disposed || !this.#visible || !this.#wanted) return
    if (this.#frame !== null || this.#timer !== null) return
    const wait = this.#earliest - this.#timers.now()
    if (wait <= 0) this.#requestFrame()
    else this.#timer = this.#timers.setTimer(() => this.#requestFrame(), wait)
  }

  #requestFrame(): void {
    this.#timer = null
    if (this.#frame !== null || !this.#visible || this.#disposed) return
    this.#frame = this.#timers.requestFrame(() => this.#onFrame())
  }

  #onFrame(): void {
    this.#frame = null
    if (!this.#visible || !this.#wanted || this.#disposed) return
    this.#wanted = false
    this.#earliest = this.#timers.now() + REDRAW_INTERVAL_MS
    this.#draw()
  }

  #cancel(): void {
    if (this.#frame !== null) this.#timers.cancelFrame(this.#frame)
    if (this.#timer !== null) this.#timers.clearTimer(this.#timer)
    this.#frame = null
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
  requestFrame: (run) => requestAnimationFrame(run),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  setTimer: (run, ms) => window.setTimeout(run, ms),
  clearTimer: (handle) => window.clearTimeout(handle),
}
