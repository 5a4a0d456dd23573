import { epochMs } from '../../../shared/domain/time.js'
import type { ClockPort, TimerPort } from '../../../electron/core/ports.js'

/** Virtual time with a queue of timers; it advances only by `advance`. */
export class VirtualTime implements ClockPort, TimerPort {
  readonly #start: number
  #elapsedMs = 0
  #serial = 0
  readonly #queue = new Map<
    number,
    { readonly due: number; readonly every: number | null; readonly call: () => void }
  >()

  constructor(start = 1_797_000_000_000) {
    this.#start = start
  }
  now = () => epochMs(this.#start + Math.floor(this.#elapsedMs))
  monotonic = () => this.#elapsedMs
  after = (ms: number, call: () => void) => this.#add(ms, null, call)
  every = (ms: number, call: () => void) => this.#add(ms, ms, call)
  get pendingCount(): number {
    return this.#queue.size
  }

  #add(ms: number, every: number | null, call: () => void): () => void {
    const id = ++this.#serial
    this.#queue.set(id, { due: this.#elapsedMs + ms, every, call })
    return () => {
      this.#queue.delete(id)
    }
  }

  /** Advances by `ms` and calls due timers in sequence, letting promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsedMs + ms
    for (;;) {
      await flush()
      const next = [...this.#queue]
        .filter(([, entry]) => entry.due <= end)
        .sort(([a, x], [b, y]) => x.due - y.due || a - b)[0]
      if (next === undefined) break
      const [id, entry] = next
      this.#elapsedMs = Math.max(this.#elapsedMs, entry.due)
      if (entry.every === null) this.#queue.delete(id)
      else this.#queue.set(id, { ...entry, due: entry.due + entry.every })
      entry.call()
    }
    this.#elapsedMs = end
    await flush()
  }
}

/** Lets all pending promises settle. */
export async function flush(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve()
}
