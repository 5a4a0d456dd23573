/** The timers that a pulse needs; a page passes the browser's own. */
export interface PulseTimers {
  now(): number
  setTimer(run: () => void, ms: number): void
}

/** Calls what is due in one task, so that several figures of a component are one render. */
export interface Pulse {
  /** Calls `run` at the next multiple of `everyMs`; the returned function takes it back. */
  after(everyMs: number, run: () => void): () => void
}

export const createPulse = (timers: PulseTimers): Pulse => new TimedPulse(timers)

class TimedPulse implements Pulse {
  readonly #timers: PulseTimers
  /** What is due, by its time. */
  readonly #due = new Map<number, Set<() => void>>()

  constructor(timers: PulseTimers) {
    this.#timers = timers
  }

  after(everyMs: number, run: () => void): () => void {
    const now = this.#timers.now()
    const time = (Math.floor(now / everyMs) + 1) * everyMs
    // Every call counts, also that of the same function.
    const call = (): void => run()
    const calls = this.#due.get(time)
    if (calls === undefined) {
      this.#due.set(time, new Set([call]))
      this.#timers.setTimer(() => this.#run(time), Math.ceil(time - now))
    } else calls.add(call)
    return () => void this.#due.get(time)?.delete(call)
  }

  #run(time: number): void {
    const calls = this.#due.get(time)
    this.#due.delete(time)
    for (const call of calls ?? []) call()
  }
}

/** The pulse of this page. */
export const pagePulse: Pulse = createPulse({
  now: () => performance.now(),
  setTimer: (run, ms) => void setTimeout(run, ms),
})
