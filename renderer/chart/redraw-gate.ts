/** What the gate needs of its surroundings; a page passes the browser's own. */
export interface RedrawTimers {
  now(): number
  requestFrame(run: () => void): number
  cancelFrame(handle: number): void
  setTimer(run: () => void, ms: number): number
  clearTimer(handle: number): void
}

export interface RedrawGate {
  /** Asks for one draw soon; any number of asks before it happens make one draw. */
  request(): void
  /** A hidden chart never draws; what was asked for while hidden is drawn once when it is shown. */
  setVisible(visible: boolean): void
  dispose(): void
}

/**
 * At most ten draws a second: repainting a chart costs as much as its bars, and no eye reads prices
 * faster.
 */
export const REDRAW_INTERVAL_MS = 100

/**
 * Merges requests into draws on animation frames, at least `REDRAW_INTERVAL_MS` apart. `phaseMs`
 * shifts one chart against
 * the next, so that several charts do not all repaint in the same frame.
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
/** A phase for the next chart: charts take turns over the interval. */
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
