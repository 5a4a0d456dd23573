import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { ClockPort, TimerPort } from '../../ports.js'

/**
 * A live stream sends a quote with its subscription; what has not arrived after this time is read
 * over HTTP.
 */
const WAIT_MS = 1_500

export interface AwaitedQuotesDeps {
  /** Called once with the symbols that the stream has not sent in time. */
  readonly onLate: (symbols: readonly Symbol[]) => void
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly timers: TimerPort
}

/** When the stream subscribed to a symbol; null before, `late` once it was given up. */
type Since = number | null | 'late'

/**
 * The watched symbols whose quotes the stream has still to send. Subscribing to thousands of them
 * takes its time, so those without a subscription are late only when no other makes progress.
 */
export class AwaitedQuotes {
  readonly #deps: AwaitedQuotesDeps
  readonly #since = new Map<Symbol, Since>()
  #progressAt = Number.NEGATIVE_INFINITY
  #cancelCheck: Disposer | null = null

  constructor(deps: AwaitedQuotesDeps) {
    this.#deps = deps
  }

  /** True until a quote of the symbol has arrived since it was last added or subscribed. */
  has(symbol: Symbol): boolean {
    return this.#since.has(symbol)
  }

  /** Awaits a symbol that the stream is about to subscribe to. */
  add(symbol: Symbol): void {
    this.#since.set(symbol, null)
    this.#progress()
  }

  /** Awaits the quotes that the stream sends now, because it has just subscribed to them. */
  subscribed(symbols: readonly Symbol[]): void {
    const now = this.#deps.clock.monotonic()
    for (const symbol of symbols) this.#since.set(symbol, now)
    if (symbols.length > 0) this.#progress()
  }

  /** A quote has arrived, or nobody watches the symbol any more. */
  remove(symbol: Symbol): void {
    this.#since.delete(symbol)
  }

  dispose(): void {
    this.#cancelCheck?.()
    this.#since.clear()
  }

  #progress(): void {
    this.#progressAt = this.#deps.clock.monotonic()
    this.#cancelCheck ??= this.#deps.timers.after(WAIT_MS, () => this.#check())
  }

  #check(): void {
    this.#cancelCheck = null
    const now = this.#deps.clock.monotonic()
    const late: Symbol[] = []
    let next = Number.POSITIVE_INFINITY
    for (const [symbol, since] of this.#since) {
      if (since === 'late') continue
      const dueAt = (since ?? this.#progressAt) + WAIT_MS
      if (dueAt <= now) late.push(symbol)
      else next = Math.min(next, dueAt)
    }
    for (const symbol of late) this.#since.set(symbol, 'late')
    if (next < Number.POSITIVE_INFINITY) {
      this.#cancelCheck = this.#deps.timers.after(next - now, () => this.#check())
    }
    if (late.length > 0) this.#deps.onLate(late)
  }
}
