/** How long until a failed disk is tried again, in ms. */
const RETRY_MS = 1_000

export interface DurableEventsDeps {
  /** Resolves once all changes so far are on disk; rejects when the disk fails. */
  readonly commit: () => Promise<void>
  /** Calls back after `ms`. */
  readonly after: (ms: number, call: () => void) => void
}

/**
 * Publishes events in their order, once the changes behind them are on disk. An exchange that
 * crashes forgets the changes that are not, so no client may be notified of them before.
 */
export class DurableEvents {
  readonly #deps: DurableEventsDeps
  #waiting: (() => void)[] = []
  #isBusy = false
  #isStopped = false

  constructor(deps: DurableEventsDeps) {
    this.#deps = deps
  }

  /** Calls `publish` once the present changes are on disk. */
  add(publish: () => void): void {
    this.#waiting.push(publish)
    // An event happens within the change that is to be recorded, so commit after it.
    if (!this.#isBusy) this.#commitAfter(0)
  }

  /** Publishes nothing any more. */
  stop(): void {
    this.#isStopped = true
  }

  #commitAfter(ms: number): void {
    if (this.#isStopped) return
    this.#isBusy = true
    this.#deps.after(ms, () => void this.#commit())
  }

  async #commit(): Promise<void> {
    const due = this.#waiting
    this.#waiting = []
    try {
      await this.#deps.commit()
    } catch {
      this.#waiting = [...due, ...this.#waiting]
      return this.#commitAfter(RETRY_MS)
    }
    if (!this.#isStopped) for (const publish of due) publish()
    if (this.#waiting.length > 0) this.#commitAfter(0)
    else this.#isBusy = false
  }
}
