import type { Disposer } from '../../../shared/domain/brand.js'

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
const EARLY_MS = 2

/** Returns the time until a timer has to request the frame at the end of the current beat. */
export function untilBeat(now: number): number {
  const beats = Math.floor((now + FRAME_MS) / BEAT_MS) + 1
  return beats * BEAT_MS - FRAME_MS - now
}

/**
 * Returns the time until a timer has to request the frame of the first beat that ends at least
 * `ms` from now.
 */
export const untilBeatAfter = (now: number, ms: number): number =>
  Math.ceil((now + ms) / BEAT_MS) * BEAT_MS - FRAME_MS - now

/**
 * Runs `run` at an interval. All callers with the same interval share its moments, so that what
 * they paint shares a frame, and with the cells of a beat if it is a multiple of {@link BEAT_MS}.
 * @returns the disposer, which ends it
 */
export function runEvery(everyMs: number, run: () => void): Disposer {
  let timer: ReturnType<typeof setTimeout>
  const arrange = (): void => {
    const now = performance.now()
    // A timer may come a moment early: its turn is over nevertheless.
    const turn = Math.floor((now + FRAME_MS + EARLY_MS) / everyMs) + 1
    timer = setTimeout(onTime, turn * everyMs - FRAME_MS - now)
  }
  const onTime = (): void => {
    arrange()
    run()
  }
  arrange()
  return () => clearTimeout(timer)
}

/** The browser's own frames and timers. A hidden page has no frames, so it paints nothing. */
export const pageFrames: PageFrames = {
  now: () => performance.now(),
  requestFrame: (run) => void requestAnimationFrame(run),
  setTimer: (run, ms) => void setTimeout(run, ms),
}
