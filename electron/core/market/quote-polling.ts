import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { ClockPort, TimerPort } from '../ports.js'

/** Symbols read in one request (MARKET-2). */
const BATCH = 20
/** A quote is read again this long after its last answer, or later where the budget is short. */
const REREAD_MS = 3_000
/** Symbols that panels show at the same time are read together. */
const COALESCE_MS = 10

export interface QuotePollingDeps {
  /** Returns the symbols that are watched now and that no stream carries. */
  readonly watched: () => readonly Symbol[]
  /** Reads these quotes, successfully or not. */
  readonly read: (symbols: readonly Symbol[]) => Promise<unknown>
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly timers: TimerPort
}

/**
 * Reads the quotes that no stream carries in turns while they are watched: those never read first,
 * then the oldest. One request runs at a time, so that symbols which are no longer watched wait for
 * nothing.
 */
export class QuotePolling {
  readonly #deps: QuotePollingDeps
  /** When each watched symbol was read last, by the monotonic clock. */
  readonly #readAt = new Map<Symbol, number>()
  #cancelWait: Disposer | null = null
  #running = false
  #stopped = true

  constructor(deps: QuotePollingDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#stopped = false
    this.#wait(COALESCE_MS)
  }

  stop(): void {
    this.#stopped = true
    this.#cancelWait?.()
    this.#cancelWait = null
  }

  /** Reads symbols that are watched since now without waiting for the next turn. */
  wake(): void {
    if (!this.#stopped && !this.#running) this.#wait(COALESCE_MS)
  }

  #wait(delayMs: number): void {
    this.#cancelWait?.()
    this.#cancelWait = this.#deps.timers.after(delayMs, () => void this.#poll())
  }

  async #poll(): Promise<void> {
    this.#cancelWait = null
    if (this.#running) return
    this.#running = true
    for (let next = this.#due(); next.length > 0 && !this.#stopped; next = this.#due()) {
      await this.#deps.read(next)
      const now = this.#deps.clock.monotonic()
      for (const symbol of next) this.#readAt.set(symbol, now)
    }
    this.#running = false
    if (!this.#stopped) this.#wait(REREAD_MS)
  }

  /** Returns the symbols of the next request; forgets those that nobody watches any more. */
  #due(): readonly Symbol[] {
    const watched = this.#deps.watched()
    const set = new Set(watched)
    for (const symbol of this.#readAt.keys()) if (!set.has(symbol)) this.#readAt.delete(symbol)
    const latest = this.#deps.clock.monotonic() - REREAD_MS
    return watched
      .map((symbol) => ({ symbol, readAt: this.#readAt.get(symbol) ?? Number.NEGATIVE_INFINITY }))
      .filter(({ readAt }) => readAt <= latest)
      .sort((a, b) => a.readAt - b.readAt)
      .slice(0, BATCH)
      .map(({ symbol }) => symbol)
  }
}
