import type { ClockPort, RandomPort } from '../../core/ports.js'

export interface BackoffOptions {
  readonly minMs: number
  readonly baseMs: number
  readonly maxMs: number
  /** A connection has to last this long before the waits start small again. */
  readonly stableMs: number
  readonly random: RandomPort
  readonly clock: ClockPort
}

/**
 * Waits between connection attempts: full jitter between a floor and a ceiling that doubles
 * (REL-34).
 */
export interface Backoff {
  /** The connection is established. */
  connected(): void
  /** Returns the wait before the next attempt in ms, after a loss or a failed attempt. */
  next(): number
}

/** Creates the backoff; it reads time and randomness only through its ports. */
export function createBackoff({
  minMs,
  baseMs,
  maxMs,
  stableMs,
  random,
  clock,
}: BackoffOptions): Backoff {
  let failures = 0
  let since: number | null = null
  return {
    connected() {
      since = clock.monotonic()
    },
    next() {
      if (since !== null && clock.monotonic() - since >= stableMs) failures = 0
      since = null
      const ceiling = Math.max(minMs, Math.min(maxMs, baseMs * 2 ** Math.min(failures, 30)))
      failures += 1
      return minMs + random.fraction() * (ceiling - minMs)
    },
  }
}

/** The backoff of all streams. */
export const STREAM_BACKOFF = {
  minMs: 250,
  baseMs: 1_000,
  maxMs: 30_000,
  stableMs: 30_000,
} as const
