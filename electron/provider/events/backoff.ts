import type { ClockPort, RandomPort } from '../http/ports.js'

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
 * Waits between attempts to connect: full jitter between a floor and a ceiling that doubles (safety
 * 8, REL-34).
 */
export interface Backoff {
  /** The connection stands. */
  connected(): void
  /** It is lost, or the attempt failed: how long to wait before the next one, in ms. */
  next(): number
  /** Something says that the way is free (resume, online): the next wait is the floor, once. */
  expedite(): void
}

/** Creates the generator; it reads time and randomness only through its ports. */
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
  let expedited = false
  return {
    connected() {
      since = clock.monotonic()
    },
    next() {
      if (since !== null && clock.monotonic() - since >= stableMs) failures = 0
      since = null
      const ceiling = Math.max(minMs, Math.min(maxMs, baseMs * 2 ** Math.min(failures, 30)))
      failures += 1
      if (expedited) {
        expedited = false
        return minMs
      }
      return minMs + random.fraction() * (ceiling - minMs)
    },
    expedite() {
      expedited = true
    },
  }
}

/** How the product's streams wait. */
export const STREAM_BACKOFF = {
  minMs: 250,
  baseMs: 1_000,
  maxMs: 30_000,
  stableMs: 30_000,
} as const
