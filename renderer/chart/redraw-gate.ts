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
export function createRedrawGate(draw: () => void, timers: RedrawTimers, phaseMs = 0): RedrawGate {
  let visible = true
  let wanted = false
  let disposed = false
  let frame: number | null = null
  let timer: number | null = null
  let earliest = timers.now() + phaseMs

  const onFrame = (): void => {
    frame = null
    if (!visible || !wanted || disposed) return
    wanted = false
    earliest = timers.now() + REDRAW_INTERVAL_MS
    draw()
  }
  const askFrame = (): void => {
    timer = null
    if (frame === null && visible && !disposed) frame = timers.requestFrame(onFrame)
  }
  const arrange = (): void => {
    if (disposed || !visible || !wanted || frame !== null || timer !== null) return
    const wait = earliest - timers.now()
    if (wait <= 0) askFrame()
    else timer = timers.setTimer(askFrame, wait)
  }
  const drop = (): void => {
    if (frame !== null) timers.cancelFrame(frame)
    if (timer !== null) timers.clearTimer(timer)
    frame = null
    timer = null
  }

  return {
    request() {
      wanted = true
      arrange()
    },
    setVisible(next) {
      visible = next
      if (next) arrange()
      else drop()
    },
    dispose() {
      disposed = true
      drop()
    },
  }
}

let charts = 0
/** Returns a phase for the next chart, spreading charts over the interval. */
export function nextPhase(): number {
  charts = (charts + 1) % 4
  return (charts * REDRAW_INTERVAL_MS) / 4
}

/** The browser's own timers. */
export const browserTimers: RedrawTimers = {
  now: () => performance.now(),
  requestFrame: (run) => requestAnimationFrame(run),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  setTimer: (run, ms) => window.setTimeout(run, ms),
  clearTimer: (handle) => window.clearTimeout(handle),
}
