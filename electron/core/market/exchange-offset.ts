import type { EpochMs } from '../../../shared/domain/time.js'

/** Smaller changes of the offset are network noise. */
const STEP_MS = 1_500
const WINDOW_MS = 10_000

/**
 * Estimates how far the exchange's clock is ahead of this computer's, from the times of streamed
 * messages.
 */
export interface ExchangeOffset {
  readonly ms: number | null
  /**
   * Processes a message with exchange time `time` that arrived at `now`. True when the estimate
   * changed.
   */
  observe(time: EpochMs, now: EpochMs): boolean
}

/**
 * Creates the estimator. Delays and old timestamps only ever lower the observed offset, so the
 * largest value of a window is the best one: the estimate rises immediately and falls after a whole
 * window of lower values.
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
