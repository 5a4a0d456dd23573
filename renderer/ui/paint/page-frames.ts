/** The timers that painting needs; a page passes the browser's own. */
export interface PageFrames {
  now(): number
  requestFrame(run: () => void): void
  setTimer(run: () => void, ms: number): void
}

/** The browser's own frames and timers. A hidden page has no frames, so it paints nothing. */
export const pageFrames: PageFrames = {
  now: () => performance.now(),
  requestFrame: (run) => void requestAnimationFrame(run),
  setTimer: (run, ms) => void setTimeout(run, ms),
}
