/** After this many crashes within the period a page is no longer reloaded without a decision. */
const MAX_CRASHES = 5
const PERIOD_MS = 60_000

/**
 * Decides after each crash of a page whether it is reloaded at once. A page that crashes again and
 * again would only use the processor, so from the sixth crash within a minute the person decides.
 */
export class CrashLimit {
  readonly #now: () => number
  #crashes: number[] = []

  /** @param now a clock in ms that never goes back */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Records a crash; returns true while the page may be reloaded at once. */
  mayReload(): boolean {
    const now = this.#now()
    this.#crashes = [...this.#crashes.filter((crashedAt) => now - crashedAt < PERIOD_MS), now]
    return this.#crashes.length <= MAX_CRASHES
  }

  /** Starts counting again, because the person chose to load the page. */
  reset(): void {
    this.#crashes = []
  }
}
