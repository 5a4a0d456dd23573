import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import type { ProviderFailure } from '../../provider-failure.js'
import { SNAPSHOT_BATCH } from '../quote-hub.js'
import { QuotePolling } from './quote-polling.js'

/** Pause before a failed read is repeated, in ms. */
const RETRY_MS = 3_000

/** Failures after which the same read can succeed. */
const TRANSIENT: ReadonlySet<ProviderFailure['kind']> = new Set([
  'rate-limited',
  'unavailable',
  'timeout',
  'signed-out',
  'awaits-code',
  'not-confirmed',
])

/** True for a failure after which the same read is repeated. */
export const isTransient = ({ kind }: ProviderFailure): boolean => TRANSIENT.has(kind)

export interface QuoteLoadsDeps {
  readonly load: (symbols: readonly Symbol[]) => Promise<Result<void, ProviderFailure>>
  /** True while somebody watches the symbol, or did a moment ago. */
  readonly isHeld: (symbol: Symbol) => boolean
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly timers: TimerPort
}

/**
 * Quotes that are read once: one request at a time, so that a list of thousands of symbols does not
 * use up the request budget at once, and again where that failed. What was requested last is read
 * first, because somebody has just opened it.
 */
export class QuoteLoads {
  readonly #deps: QuoteLoadsDeps
  /** The symbols to read, with the number of their request. */
  readonly #wanted = new Map<Symbol, number>()
  readonly #reads: QuotePolling
  #requests = 0

  constructor(deps: QuoteLoadsDeps) {
    this.#deps = deps
    this.#reads = new QuotePolling({
      watched: () => this.#newestFirst(),
      read: (symbols) => this.#read(symbols),
      batch: SNAPSHOT_BATCH,
      rereadMs: RETRY_MS,
      clock: deps.clock,
      timers: deps.timers,
    })
  }

  start(): void {
    this.#reads.start()
  }

  stop(): void {
    this.#reads.stop()
  }

  /** Reads these symbols soon. */
  request(symbols: Iterable<Symbol>): void {
    this.#requests += 1
    for (const symbol of symbols) {
      this.#wanted.set(symbol, this.#requests)
      this.#reads.forget(symbol)
    }
    this.#reads.wake()
  }

  /** Does not read these symbols after all, because their quotes come another way. */
  cancel(symbols: Iterable<Symbol>): void {
    for (const symbol of symbols) this.#wanted.delete(symbol)
  }

  #newestFirst(): readonly Symbol[] {
    for (const symbol of this.#wanted.keys()) {
      if (!this.#deps.isHeld(symbol)) this.#wanted.delete(symbol)
    }
    return [...this.#wanted].sort(([, a], [, b]) => b - a).map(([symbol]) => symbol)
  }

  async #read(symbols: readonly Symbol[]): Promise<boolean> {
    const requests = new Map(symbols.map((symbol) => [symbol, this.#wanted.get(symbol)]))
    const answer = await this.#deps.load(symbols)
    if (!answer.ok && isTransient(answer.error)) return false
    for (const [symbol, request] of requests) {
      // A later request of the symbol wants what happened since.
      if (this.#wanted.get(symbol) === request) this.#wanted.delete(symbol)
    }
    return true
  }
}
