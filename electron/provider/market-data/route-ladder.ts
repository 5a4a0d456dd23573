import type { MarketRoute } from '../http/hosts.js'

/** How often a route that worked is tried again before another one is. */
const ATTEMPTS_AFTER_LOSS = 3

/**
 * What follows a failed attempt: the same route again, the next one, or a new round because each of
 * them failed.
 */
export type NextAttempt = 'same' | 'next' | 'round'

/**
 * Chooses the route of each attempt to reach the market stream. A network may close a port for
 * good, so that one failure leads to the next route; one that worked is tried a few times more,
 * because most losses are short.
 */
export class RouteLadder {
  readonly #routes: readonly MarketRoute[]
  #index = 0
  /** The route that the round began with. */
  #first = 0
  #failures = 0
  /** True for a route that worked and was not given up since. */
  #isProven = false
  #isFirstRound = true

  constructor(preferred: MarketRoute, others: readonly MarketRoute[]) {
    this.#routes = [preferred, ...others]
  }

  get route(): MarketRoute {
    return this.#routes[this.#index] as MarketRoute
  }

  /** True while other routes are untried, so that a slow attempt may end early. */
  get hasUntried(): boolean {
    return this.#isFirstRound && this.#routes.length > 1
  }

  connected(): void {
    this.#first = this.#index
    this.#failures = 0
    this.#isProven = true
    this.#isFirstRound = false
  }

  /** The attempt at the present route failed; returns what the following one is. */
  failed(): NextAttempt {
    this.#failures += 1
    if (this.#isProven && this.#failures < ATTEMPTS_AFTER_LOSS) return 'same'
    this.#failures = 0
    this.#isProven = false
    this.#index = (this.#index + 1) % this.#routes.length
    if (this.#index !== this.#first) return 'next'
    this.#isFirstRound = false
    return 'round'
  }

  /** The computer may be in another network: the preferred route may be open there. */
  restart(): void {
    this.#index = 0
    this.#first = 0
    this.#failures = 0
    this.#isProven = false
    this.#isFirstRound = true
  }
}
