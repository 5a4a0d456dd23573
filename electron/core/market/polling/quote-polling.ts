import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { ClockPort, TimerPort } from '../../ports.js'

/** The longest time between two turns, and the time from a failed read to its repetition. */
const TURN_MS = 3_000
/** Symbols that panels show at the same time are read together. */
const COALESCE_MS = 10

export interface QuotePollingDeps {
  /** Returns the symbols that are watched now and that no stream carries. */
  readonly watched: () => readonly Symbol[]
  /** Reads these symbols; returns false when that failed. */
  readonly read: (symbols: readonly Symbol[]) => Promise<boolean>
  /** Symbols read in one request. */
  readonly batch: number
  /** A symbol is read again this long after its last answer, or later where the budget is short. */
  readonly rereadMs: number
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
  /** When each watched symbol is read again, by the monotonic clock. */
  readonly #dueAt = new Map<Symbol, number>()
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

  /** Reads this symbol without a delay when it is watched again. */
  forget(symbol: Symbol): void {
    this.#dueAt.delete(symbol)
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
      const succeeded = await this.#deps.read(next)
      const delayMs = succeeded ? this.#deps.rereadMs : TURN_MS
      const dueAt = this.#deps.clock.monotonic() + delayMs
      // A symbol that was left meanwhile is read again when it is watched again.
      const watched = new Set(this.#deps.watched())
      for (const symbol of next) if (watched.has(symbol)) this.#dueAt.set(symbol, dueAt)
    }
    this.#running = false
    if (!this.#stopped) this.#wait(this.#untilDue())
  }

  /** Returns the time until the next symbol is due; timers may fire a little early. */
  #untilDue(): number {
    const next = Math.min(...this.#dueAt.values()) - this.#deps.clock.monotonic()
    return Math.min(TURN_MS, Math.max(COALESCE_MS, next))
  }

  /**
   * Returns the symbols of the next request: those that are due, with those that are soon. Forgets
   * those that nobody watches any more.
   */
  #due(): readonly Symbol[] {
    const watched = this.#deps.watched()
    const set = new Set(watched)
    for (const symbol of this.#dueAt.keys()) if (!set.has(symbol)) this.#dueAt.delete(symbol)
    const now = this.#deps.clock.monotonic()
    const next = watched
      .map((symbol) => ({ symbol, dueAt: this.#dueAt.get(symbol) ?? Number.NEGATIVE_INFINITY }))
      .filter(({ dueAt }) => dueAt <= now + this.#deps.rereadMs / 2)
      .sort((a, b) => a.dueAt - b.dueAt)
    if (next[0] === undefined || next[0].dueAt > now) return []
    return next.slice(0, this.#deps.batch).map(({ symbol }) => symbol)
  }
}
