import type { Operation, RateLimit } from '../../../../shared/wire/operation.js'
import { MARKET_DATA_TOTAL } from '../../../../shared/wire/rate-limits.js'
import type { RateProfile } from '../../model/practice-options.js'

/** Times of the requests still inside the window, oldest first. */
class Window {
  #times: number[] = []

  /** Returns the milliseconds until one more request fits; 0 when it fits now. */
  wait(limit: RateLimit, now: number): number {
    const from = now - limit.seconds * 1_000
    while (this.#times[0] !== undefined && this.#times[0] <= from) this.#times.shift()
    const blocking = this.#times[this.#times.length - limit.count]
    return blocking === undefined ? 0 : blocking - from
  }

  count(now: number): void {
    this.#times.push(now)
  }
}

/**
 * Applies the provider's limits over sliding windows (LIMITS-1): one counter per app key and
 * operation, one over all market data, and on the OAuth host one per user over everything.
 */
export class RateLimiter {
  #profile: RateProfile
  readonly #windows = new Map<string, Window>()

  constructor(profile: RateProfile) {
    this.#profile = profile
  }

  get currentProfile(): RateProfile {
    return this.#profile
  }

  setProfile(profile: RateProfile): void {
    this.#profile = profile
    this.#windows.clear()
  }

  /**
   * Counts a request and returns null, or returns the seconds to wait when the limit is reached (it
   * is not counted then).
   */
  take(operation: Operation, caller: string, now: number): number | null {
    if (this.#profile === 'off') return null
    const needed = this.#limits(operation, caller, this.#profile)
    const waits = needed.map(({ window, limit }) => window.wait(limit, now))
    const wait = Math.max(...waits)
    if (wait > 0) return Math.max(1, Math.ceil(wait / 1_000))
    for (const { window } of needed) window.count(now)
    return null
  }

  #limits(
    operation: Operation,
    caller: string,
    profile: 'production' | 'sandbox',
  ): { readonly window: Window; readonly limit: RateLimit }[] {
    const limit = operation.rate[profile]
    if (operation.host === 'oauth') return [{ window: this.#window(`${caller} connect`), limit }]
    const endpointLimits = [{ window: this.#window(`${caller} ${operation.id}`), limit }]
    if (operation.burst !== undefined) {
      endpointLimits.push({
        window: this.#window(`${caller} ${operation.id} burst`),
        limit: operation.burst,
      })
    }
    return operation.family === 'market-data'
      ? [
          ...endpointLimits,
          { window: this.#window(`${caller} market-data`), limit: MARKET_DATA_TOTAL },
        ]
      : endpointLimits
  }

  #window(name: string): Window {
    const known = this.#windows.get(name)
    if (known !== undefined) return known
    const made = new Window()
    this.#windows.set(name, made)
    return made
  }
}
