import type { EpochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/**
 * The difference of the clocks: positive when this computer's is ahead of the provider's, with its
 * possible error.
 */
export interface ClockSkew {
  readonly aheadMs: number
  readonly errorMs: number
}

export interface SkewMeter {
  /**
   * Records one response: its `date` header, and the local times between which the server wrote it.
   * Ignores invalid dates.
   */
  observe(date: string, sentAt: EpochMs, receivedAt: EpochMs): void
  /** Returns the current estimate; null before the first response. */
  skew(): ClockSkew | null
}

/** HTTP dates have whole seconds, so the server's time is uncertain by one. */
const RESOLUTION_MS = 1_000
/** Number of samples; older ones may have been measured before the clock drifted. */
const MAX_SAMPLES = 32
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Measures the skew from normal responses. The server wrote its date after the request was sent and
 * before the response was received, so each response gives bounds, and several together give
 * narrower ones. When they contradict each other, a clock was set, and only the newest response
 * counts.
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

const NOTICED_MS = 30_000

/** Describes the skew; null while it is too small or too uncertain to matter. */
export function describeSkew(skew: ClockSkew | null): Message | null {
  return skew === null || Math.abs(skew.aheadMs) - skew.errorMs < NOTICED_MS
    ? null
    : message('channel.clockOff', { aheadMs: skew.aheadMs })
}
