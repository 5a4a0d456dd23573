/** The timers that a pulse needs; a page passes the browser's own. */
export interface PulseTimers {
  now(): number
  setTimer(run: () => void, ms: number): void
}

/** What is due within this time joins a frame that is rendered anyway. */
const JOIN_MS = 60

/** Calls what is due in one task, so that several figures of a component are one render. */
export class Pulse {
  readonly #timers: PulseTimers
  /** What is due, by its time. */
  readonly #due = new Map<number, Set<() => void>>()

  /** The latest time whose calls were made before it. */
  #joinedUntil = Number.NEGATIVE_INFINITY

  constructor(timers: PulseTimers) {
    this.#timers = timers
  }

  /** Calls `run` at the next multiple of `everyMs`; the returned function takes it back. */
  after(everyMs: number, run: () => void): () => void {
    const now = this.#timers.now()
    // What has joined a frame before its time is not due again at that time.
    const from = Math.max(now, this.#joinedUntil)
    const time = (Math.floor(from / everyMs) + 1) * everyMs
    // Every call counts, also a second one with the same function.
    const call = (): void => run()
    const calls = this.#due.get(time)
    if (calls === undefined) {
      this.#due.set(time, new Set([call]))
      this.#timers.setTimer(() => this.#run(time), Math.ceil(time - now))
    } else calls.add(call)
    return () => void this.#due.get(time)?.delete(call)
  }

  /** Calls what is due soon now, because this frame is rendered anyway. */
  join(): void {
    const until = this.#timers.now() + JOIN_MS
    const due = [...this.#due.keys()].filter((time) => time <= until)
    if (due.length > 0) this.#joinedUntil = Math.max(...due)
    for (const time of due) this.#run(time)
  }

  #run(time: number): void {
    const calls = this.#due.get(time)
    this.#due.delete(time)
    for (const call of calls ?? []) call()
  }
}

/** The pulse of this page. */
export const pagePulse = new Pulse({
  now: () => performance.now(),
  setTimer: (run, ms) => void setTimeout(run, ms),
})
