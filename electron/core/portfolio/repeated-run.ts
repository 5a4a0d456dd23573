/** Runs an action, and once more after it for the requests that arrive meanwhile. */
export class RepeatedRun {
  readonly #action: () => Promise<void>
  #running: Promise<void> | null = null
  #isRequested = false
  #disposed = false

  constructor(action: () => Promise<void>) {
    this.#action = action
  }

  /** Resolves once an action that began at or after this request has ended. */
  request(): Promise<void> {
    if (this.#running === null) this.#running = this.#runWhileRequested()
    else this.#isRequested = true
    return this.#running
  }

  /** Begins no further action. */
  dispose(): void {
    this.#disposed = true
  }

  async #runWhileRequested(): Promise<void> {
    do {
      this.#isRequested = false
      await this.#action()
    } while (this.#isRequested && !this.#disposed)
    this.#running = null
  }
}
