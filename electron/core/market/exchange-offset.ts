import { MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'

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

/** How far a computer's clock may be wrong for a delay of the data still to be recognized. */
const CLOCK_ERROR_MS = 5 * MINUTE_MS

/**
 * Creates the estimator. Delays and old timestamps only ever lower the observed offset, so the
 * largest value of a window is the best one: the estimate rises immediately and falls after a whole
 * window of lower values.
 * @param dataDelayMs by how much the environment's market data may be late. An offset of about that
 *   much is the delay and no difference of the clocks; without it, the data is in real time.
 */
export function createExchangeOffset(dataDelayMs = 0): ExchangeOffset {
  const undelayed = (seen: number): number =>
    dataDelayMs > 0 && Math.abs(seen + dataDelayMs) <= CLOCK_ERROR_MS ? seen + dataDelayMs : seen
  let ms: number | null = null
  let best = Number.NEGATIVE_INFINITY
  let since = 0
  return {
    get ms() {
      return ms
    },
    observe(time, now) {
      const seen = undelayed(time - now)
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

/** The newest time that messages prove: at least two had a time as late, one alone may be wrong. */
export class ProvedTime {
  #first: EpochMs | null = null
  #second: EpochMs | null = null

  /** Null before the second message. */
  get latest(): EpochMs | null {
    return this.#second
  }

  /** Takes the time of a message. */
  observe(time: EpochMs): void {
    if (this.#first === null || time >= this.#first) {
      this.#second = this.#first
      this.#first = time
    } else if (this.#second === null || time > this.#second) this.#second = time
  }
}
