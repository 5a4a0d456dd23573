import type { ClockPort, RandomPort } from './ports.js'

export interface BackoffOptions {
  readonly floorMs: number
  readonly baseMs: number
  readonly capMs: number
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
  hurry(): void
}

/** Creates the generator; it reads time and randomness only through its ports. */
export function createBackoff({
  floorMs,
  baseMs,
  capMs,
  stableMs,
  random,
  clock,
}: BackoffOptions): Backoff {
  let failures = 0
  let since: number | null = null
  let hurried = false
  return {
    connected() {
      since = clock.monotonic()
    },
    next() {
      if (since !== null && clock.monotonic() - since >= stableMs) failures = 0
      since = null
      const ceiling = Math.max(floorMs, Math.min(capMs, baseMs * 2 ** Math.min(failures, 30)))
      failures += 1
      if (hurried) {
        hurried = false
        return floorMs
      }
      return floorMs + random.fraction() * (ceiling - floorMs)
    },
    hurry() {
      hurried = true
    },
  }
}

/** How the product's streams wait. */
export const STREAM_BACKOFF = {
  floorMs: 250,
  baseMs: 1_000,
  capMs: 30_000,
  stableMs: 30_000,
} as const
