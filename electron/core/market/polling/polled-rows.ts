import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { LiveRows } from '../../live-values.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import type { ProviderFailure } from '../../provider-failure.js'
import { QuotePolling } from './quote-polling.js'

export interface PolledRowsDeps<T> {
  /** Reads the rows of these symbols; those that do not exist are missing. */
  readonly read: (symbols: readonly Symbol[]) => Promise<Result<readonly T[], ProviderFailure>>
  /** Symbols read in one request. */
  readonly batch: number
  /** A row is read again this long after its last answer. */
  readonly rereadMs: number
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly timers: TimerPort
}

/**
 * Rows that are read in turns while somebody watches them, and not at all while nobody does. They
 * are forgotten with their last watcher.
 */
export class PolledRows<T extends { readonly symbol: Symbol }> {
  readonly #rows = new Map<Symbol, T>()
  readonly #watchers = new Map<Symbol, number>()
  readonly #changed = createEmitter<readonly T[]>()
  readonly #polling: QuotePolling
  #started = false

  constructor({ read, ...deps }: PolledRowsDeps<T>) {
    this.#polling = new QuotePolling({
      ...deps,
      watched: () => [...this.#watchers.keys()],
      read: async (symbols) => {
        const answer = await read(symbols)
        if (answer.ok) this.#apply(answer.value)
        return answer.ok
      },
    })
  }

  start(): void {
    this.#started = true
    if (this.#watchers.size > 0) this.#polling.start()
  }

  stop(): void {
    this.#started = false
    this.#polling.stop()
  }

  rows(symbols: readonly Symbol[]): LiveRows<T> {
    const watchedSymbols = new Set(symbols)
    return {
      all: () => [...watchedSymbols].flatMap((symbol) => this.#rows.get(symbol) ?? []),
      subscribe: (changed) => {
        const remove = this.#changed.add((rows) => {
          const own = rows.filter(({ symbol }) => watchedSymbols.has(symbol))
          if (own.length > 0) changed(own)
        })
        this.#watch(watchedSymbols)
        return () => {
          remove()
          this.#release(watchedSymbols)
        }
      },
    }
  }

  #apply(rows: readonly T[]): void {
    const watched = rows.filter(({ symbol }) => this.#watchers.has(symbol))
    for (const row of watched) this.#rows.set(row.symbol, row)
    if (watched.length > 0) this.#changed.emit(watched)
  }

  #watch(symbols: ReadonlySet<Symbol>): void {
    const isFirst = this.#watchers.size === 0
    for (const symbol of symbols) {
      this.#watchers.set(symbol, (this.#watchers.get(symbol) ?? 0) + 1)
    }
    if (!this.#started) return
    if (isFirst) this.#polling.start()
    else this.#polling.wake()
  }

  #release(symbols: ReadonlySet<Symbol>): void {
    for (const symbol of symbols) {
      const count = (this.#watchers.get(symbol) ?? 0) - 1
      if (count > 0) this.#watchers.set(symbol, count)
      else {
        this.#watchers.delete(symbol)
        this.#rows.delete(symbol)
        this.#polling.forget(symbol)
      }
    }
    if (this.#watchers.size === 0) this.#polling.stop()
  }
}
