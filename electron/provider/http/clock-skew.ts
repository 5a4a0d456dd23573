import type { EpochMs } from '../../../shared/domain/time.js'

/**
 * How far this computer's clock is from the provider's: positive when ours is ahead, and how much
 * of it may be error.
 */
export interface ClockSkew {
  readonly aheadMs: number
  readonly errorMs: number
}

export interface SkewMeter {
  /**
   * One answer: its `date` header, and the moments of ours between which the server wrote it.
   * Unreadable dates tell nothing.
   */
  observe(date: string, sentAt: EpochMs, receivedAt: EpochMs): void
  /** What is known; null before the first answer. */
  skew(): ClockSkew | null
}

/** HTTP dates have whole seconds: the server's clock stood somewhere within one. */
const RESOLUTION_MS = 1_000
/** So many answers are kept; older ones were measured by a clock that may have drifted since. */
const MAX_SAMPLES = 32
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Measures the skew from answers that come anyway. Every answer bounds it: the server wrote its
 * date after we sent and before we
 * received. The bounds of several answers together are narrower than any one; when they contradict
 * each other, a clock was set,
 * and the newest answer alone counts.
 */
export function createSkewMeter(): SkewMeter {
  let bounds: { readonly min: number; readonly max: number }[] = []

  const common = (): { readonly min: number; readonly max: number } => ({
    min: Math.max(...bounds.map((sample) => sample.min)),
    max: Math.min(...bounds.map((sample) => sample.max)),
  })

  return {
    observe(date, sentAt, receivedAt) {
      const server = HTTP_DATE.test(date) ? Date.parse(date) : Number.NaN
      if (Number.isNaN(server) || receivedAt < sentAt) return
      const fresh = { min: sentAt - (server + RESOLUTION_MS), max: receivedAt - server }
      bounds = [...bounds, fresh].slice(-MAX_SAMPLES)
      const { min, max } = common()
      if (min > max) bounds = [fresh]
    },
    skew() {
      if (bounds.length === 0) return null
      const { min, max } = common()
      return { aheadMs: Math.round((min + max) / 2), errorMs: Math.ceil((max - min) / 2) }
    },
  }
}

/** The skew in words for a person, or null while it is too small, or too uncertain, to matter. */
export function formatSkew(skew: ClockSkew | null): string | null {
  if (skew === null || Math.abs(skew.aheadMs) - skew.errorMs < 30_000) return null
  const seconds = Math.round(Math.abs(skew.aheadMs) / 1_000)
  const size =
    seconds < 120
      ? `${seconds} seconds`
      : seconds < 7_200
        ? `${Math.round(seconds / 60)} minutes`
        : `${Math.round(seconds / 3_600)} hours`
  return `this computer's clock is ${size} ${skew.aheadMs > 0 ? 'ahead of' : 'behind'} the provider's`
}
