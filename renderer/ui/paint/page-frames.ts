/** The timers that painting needs; a page passes the browser's own. */
export interface PageFrames {
  now(): number
  requestFrame(run: () => void): void
  setTimer(run: () => void, ms: number): void
}

/**
 * The beat of what nobody watches closely, in ms: everything due is painted in the frame at its
 * end. A frame costs far more than what changes in it.
 */
export const BEAT_MS = 200
/** The frame that a timer requests comes up to this much later. */
export const FRAME_MS = 17

/** Returns the time until a timer has to request the frame at the end of the current beat. */
export function untilBeat(now: number): number {
  const beats = Math.floor((now + FRAME_MS) / BEAT_MS) + 1
  return beats * BEAT_MS - FRAME_MS - now
}

/** The browser's own frames and timers. A hidden page has no frames, so it paints nothing. */
export const pageFrames: PageFrames = {
  now: () => performance.now(),
  requestFrame: (run) => void requestAnimationFrame(run),
  setTimer: (run, ms) => void setTimeout(run, ms),
}
