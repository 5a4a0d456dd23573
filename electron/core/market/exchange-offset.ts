import type { EpochMs } from '../../../shared/domain/time.js'

/** A smaller change of the offset is network noise. */
const STEP_MS = 1_500
const WINDOW_MS = 10_000

/** Estimates how far the exchange's clock is ahead of ours from the times of what it streams. */
export interface ExchangeOffset {
  readonly ms: number | null
  /**
   * A message that the exchange stamped `time` arrived at `now`. True when the estimate changed.
   */
  observe(time: EpochMs, now: EpochMs): boolean
}

/**
 * Delays and old stamps make a message look too early, never too late, so the largest value of a
 * window is the best one: it
 * rises at once and falls when a whole window stayed below.
 */
export function createExchangeOffset(): ExchangeOffset {
  let ms: number | null = null
  let best = Number.NEGATIVE_INFINITY
  let since = 0
  return {
    get ms() {
      return ms
    },
    observe(time, now) {
      const seen = time - now
      best = Math.max(best, seen)
      if (ms === null || seen > ms + STEP_MS) {
        ms = seen
        since = now
        best = seen
        return true
      }
      if (now - since < WINDOW_MS) return false
      const fell = best < ms - STEP_MS
      if (fell) ms = best
      since = now
      best = seen
      return fell
    },
  }
}
