import type { ClockPort } from '../../core/ports.js'

export interface RateLimiter {
  /** Uses one request. Returns 0, or the milliseconds until the next request is allowed. */
  acquire(key: string): number
  forget(key: string): void
}

const MINUTE_MS = 60_000

/** Makes one token bucket per caller: full at first, refilled evenly by a monotonic clock. */
export function createRateLimiter(
  clock: ClockPort,
  { burst, perMinute }: { readonly burst: number; readonly perMinute: number },
): RateLimiter {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    acquire(key) {
      const now = clock.monotonic()
      const bucket = buckets.get(key) ?? { left: burst, at: now }
      bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) * perMinute) / MINUTE_MS)
      bucket.at = now
      buckets.set(key, bucket)
      if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * MINUTE_MS) / perMinute)
      bucket.left -= 1
      return 0
    },
    forget: (key) => {
      buckets.delete(key)
    },
  }
}
