import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { LiveRows } from '../../live-values.js'
import type { ClockPort, DocumentPort, TimerPort } from '../../ports.js'
import { parseQuotes, writeQuotes, type StoredQuote } from './last-quotes-file.js'
import { emptyQuote } from '../merge-quote.js'

/** When the shown prices are stored first, and how often from then on. */
const FIRST_SAVE_MS = 5_000
const SAVE_MS = 15_000

export interface LastQuotesDeps {
  readonly file: DocumentPort
  readonly clock: ClockPort
  readonly timers: TimerPort
  /** Returns the session's own quote of a symbol; undefined while none has arrived. */
  readonly current: (symbol: Symbol) => Quote | undefined
}

/** Somebody who shows these symbols. */
interface Watcher {
  readonly symbols: readonly Symbol[]
  readonly changed: (rows: readonly Quote[]) => void
}

/**
 * The prices of the last run, shown with their age until the market data stream is live. Only a
 * window's rows contain them: nothing that checks, values or prices reads them.
 */
export class LastQuotes {
  readonly #deps: LastQuotesDeps
  readonly #watchers = new Set<Watcher>()
  readonly #changed = createEmitter<void>()
  /** The stored prices that no new one has replaced. */
  #stored = new Map<Symbol, Quote>()
  #receivedAt: EpochMs | null = null
  /** False until the stream was live: the stored prices are still the newest. */
  #hasBeenLive = false
  #stopSaving: Disposer = () => undefined

  constructor(deps: LastQuotesDeps) {
    this.#deps = deps
  }

  /** When the newest of the prices that are shown was received; null when none are. */
  get receivedAt(): EpochMs | null {
    return this.#receivedAt
  }

  /** Calls back when {@link receivedAt} has changed. */
  onChange(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Reads the stored prices. A file that cannot be read is as good as none. */
  async start(): Promise<void> {
    const content = await this.#deps.file.read()
    if (this.#hasBeenLive || !content.ok || content.value === null) return
    const stored = parseQuotes(content.value).map(toQuote)
    if (stored.length === 0) return
    this.#stored = new Map(stored.map((quote) => [quote.symbol, quote]))
    for (const watcher of this.#watchers) this.#publish(watcher, (quote) => quote)
    this.#setAge()
  }

  /** The stream is live: old prices disappear, and the new ones are stored from now on. */
  live(): void {
    if (this.#hasBeenLive) return
    this.#hasBeenLive = true
    const now = this.#deps.clock.now()
    const blank = ({ symbol }: Quote): Quote => emptyQuote(symbol, now).quote
    for (const watcher of this.#watchers) this.#publish(watcher, blank)
    this.#stored.clear()
    this.#setAge()
    const { timers } = this.#deps
    const stops = [
      timers.after(FIRST_SAVE_MS, () => void this.#save()),
      timers.every(SAVE_MS, () => void this.#save()),
    ]
    this.#stopSaving = () => {
      for (const stop of stops) stop()
    }
  }

  /** Returns the session's rows, with the stored price where none has arrived. */
  over(rows: LiveRows<Quote>, symbols: readonly Symbol[]): LiveRows<Quote> {
    return {
      all: () => [...rows.all(), ...this.#missing(symbols)],
      subscribe: (changed) => {
        const watcher = { symbols, changed }
        this.#watchers.add(watcher)
        this.#setAge()
        const stop = rows.subscribe((newer) => {
          this.#replace(newer)
          changed(newer)
        })
        return () => {
          this.#watchers.delete(watcher)
          stop()
        }
      },
    }
  }

  /** Stops. It stores nothing more: the profile's folder may be removed next. */
  dispose(): void {
    this.#stopSaving()
    this.#changed.clear()
  }

  #replace(newer: readonly Quote[]): void {
    // Most quotes replace nothing, and the age takes a look at every watched symbol.
    const replaced = newer.filter(({ symbol }) => this.#stored.delete(symbol))
    if (replaced.length > 0) this.#setAge()
  }

  /** Determines the age of what is shown: of the newest stored price that somebody watches. */
  #setAge(): void {
    const before = this.#receivedAt
    const shown = [...this.#watchers].flatMap(({ symbols }) => this.#missing(symbols))
    const times = shown.map(({ receivedAt }) => receivedAt)
    this.#receivedAt = times.length === 0 ? null : epochMs(Math.max(...times))
    if (this.#receivedAt !== before) this.#changed.emit()
  }

  #missing(symbols: readonly Symbol[]): readonly Quote[] {
    if (this.#stored.size === 0) return []
    return symbols.flatMap((symbol) =>
      this.#deps.current(symbol) === undefined ? (this.#stored.get(symbol) ?? []) : [],
    )
  }

  #publish({ symbols, changed }: Watcher, toRow: (stored: Quote) => Quote): void {
    const rows = this.#missing(symbols).map(toRow)
    if (rows.length > 0) changed(rows)
  }

  /** Stores the prices of the symbols that are shown; a failure only costs the next start some. */
  async #save(): Promise<void> {
    const symbols = new Set([...this.#watchers].flatMap((watcher) => watcher.symbols))
    const quotes = [...symbols].flatMap((symbol) => {
      const quote = this.#deps.current(symbol)
      return quote === undefined || quote.last === null ? [] : [toStored(quote)]
    })
    if (quotes.length > 0) await this.#deps.file.write(writeQuotes(quotes))
  }
}

const toQuote = (stored: StoredQuote): Quote => ({
  ...emptyQuote(stored.symbol, stored.receivedAt).quote,
  ...stored,
})

const toStored = ({
  symbol,
  last,
  previousClose,
  change,
  changeRatio,
  receivedAt,
}: Quote): StoredQuote => ({ symbol, last, previousClose, change, changeRatio, receivedAt })
