import type { Disposer } from '../../shared/domain/brand.js'
import type { TimerPort } from '../core/ports.js'

/** Repeated calls fall on multiples of this, in ms, where their interval is one. */
const GRID_MS = 1_000
/** A timer may come so much before its time, in ms. */
const EARLY_MS = 2

interface Repeated {
  readonly everyMs: number
  readonly call: () => void
  dueAt: number
}

/**
 * Repeats calls at common moments. A program has dozens of them, most of which find nothing to do:
 * at moments of their own each would wake the processor by itself.
 */
class SharedMoments {
  readonly #repeated = new Set<Repeated>()
  #timer: NodeJS.Timeout | undefined
  #timerAt = Number.POSITIVE_INFINITY

  /** Calls after the interval, at the next common moment, and then at the interval. */
  every(everyMs: number, call: () => void): Disposer {
    const repeated = { everyMs, call, dueAt: nextMoment(performance.now() + everyMs) }
    this.#repeated.add(repeated)
    this.#arrange()
    return () => {
      this.#repeated.delete(repeated)
      if (this.#repeated.size === 0) this.#stop()
    }
  }

  #arrange(): void {
    const next = Math.min(...[...this.#repeated].map(({ dueAt }) => dueAt))
    if (next >= this.#timerAt) return
    this.#stop()
    this.#timerAt = next
    this.#timer = setTimeout(() => this.#run(), Math.ceil(next - performance.now()))
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timerAt = Number.POSITIVE_INFINITY
  }

  #run(): void {
    const now = performance.now() + EARLY_MS
    this.#stop()
    for (const repeated of [...this.#repeated]) {
      if (repeated.dueAt > now || !this.#repeated.has(repeated)) continue
      // What a busy or sleeping computer has missed is not repeated.
      const missed = Math.floor((now - repeated.dueAt) / repeated.everyMs)
      repeated.dueAt += (missed + 1) * repeated.everyMs
      runAlone(repeated.call)
    }
    if (this.#repeated.size > 0) this.#arrange()
  }
}

const nextMoment = (time: number): number => Math.ceil(time / GRID_MS) * GRID_MS

/** Runs a call whose failure is an uncaught error of its own and stops no other call. */
function runAlone(call: () => void): void {
  try {
    call()
  } catch (error) {
    setImmediate(() => {
      throw error
    })
  }
}

const moments = new SharedMoments()

/** The event loop's timers. */
export const systemTimers: TimerPort = {
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  every(ms, call) {
    if (ms >= GRID_MS && ms % GRID_MS === 0) return moments.every(ms, call)
    const timer = setInterval(call, ms)
    return () => clearInterval(timer)
  },
}
