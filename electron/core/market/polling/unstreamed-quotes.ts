import type { Symbol } from '../../../../shared/domain/ids.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import { SNAPSHOT_BATCH } from '../quote-hub.js'
import { isStreamed } from '../streamed.js'
import { QuotePolling } from './quote-polling.js'

/** Symbols of options read in one request (MARKET-2), and how often. */
const OPTION_BATCH = 20
const OPTION_QUOTES_MS = 2_500
/** How often the quotes above the provider's limit of subscriptions are read. */
const OVER_LIMIT_MS = 15_000
/** How often quotes are read while no stream can be reached. */
export const WITHOUT_STREAM_READ_MS = 3_000

export interface UnstreamedQuotesDeps {
  /** Returns the symbols whose quotes are watched. */
  readonly watched: () => readonly Symbol[]
  /** Reads the quotes; true when that succeeded. */
  readonly load: (symbols: readonly Symbol[]) => Promise<boolean>
  readonly clock: ClockPort
  readonly timers: TimerPort
}

/**
 * Reads the watched quotes that no stream carries, in turns: the quotes of options, those above the
 * provider's limit of subscriptions, and all of them while no stream can be reached.
 */
export class UnstreamedQuotes {
  readonly #options: QuotePolling
  readonly #others: QuotePolling
  readonly #streamed: QuotePolling
  #isWithoutStream = false
  #overLimit: ReadonlySet<Symbol> = new Set()

  constructor({ watched, load, clock, timers }: UnstreamedQuotesDeps) {
    const pollingOf = (
      isPolled: (symbol: Symbol) => boolean,
      pace: { readonly batch: number; readonly rereadMs: number },
    ): QuotePolling =>
      new QuotePolling({
        ...pace,
        watched: () => watched().filter(isPolled),
        read: load,
        clock,
        timers,
      })
    this.#options = pollingOf((symbol) => !isStreamed(symbol), {
      batch: OPTION_BATCH,
      rereadMs: OPTION_QUOTES_MS,
    })
    this.#others = pollingOf((symbol) => !this.#isWithoutStream && this.#overLimit.has(symbol), {
      batch: SNAPSHOT_BATCH,
      rereadMs: OVER_LIMIT_MS,
    })
    this.#streamed = pollingOf((symbol) => this.#isWithoutStream && isStreamed(symbol), {
      batch: SNAPSHOT_BATCH,
      rereadMs: WITHOUT_STREAM_READ_MS,
    })
  }

  /** True for a symbol whose quote no stream carries. */
  includes(symbol: Symbol): boolean {
    return this.#isWithoutStream || !isStreamed(symbol) || this.#overLimit.has(symbol)
  }

  /** Begins or ends reading what the stream would carry, because it cannot be reached. */
  setWithoutStream(isWithoutStream: boolean): void {
    this.#isWithoutStream = isWithoutStream
    if (isWithoutStream) this.#streamed.start()
    else this.#streamed.stop()
  }

  setOverLimit(symbols: readonly Symbol[]): void {
    this.#overLimit = new Set(symbols)
    this.#others.wake()
  }

  /** Reads the quotes of options that are not known yet. */
  wakeOptions(): void {
    this.#options.wake()
  }

  start(): void {
    this.#options.start()
    this.#others.start()
  }

  stop(): void {
    this.#options.stop()
    this.#others.stop()
    this.#streamed.stop()
  }
}
