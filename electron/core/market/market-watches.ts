import type { Bar, Timespan } from '../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Depth, Quote, Tick } from '../../../shared/domain/market/quote.js'
import type { MarketReadKind } from '../../../shared/domain/market/market-read.js'
import type { LiveEvents, LiveRows, LiveValue } from '../live-values.js'
import type { LiveBars } from './bars/live-bars.js'
import type { Interest, InterestKind } from './interest.js'
import type { LastQuotes } from './last-quotes/last-quotes.js'
import type { OrderBooks } from './order-books.js'
import type { MarketLoads } from './polling/market-loads.js'
import type { SymbolRead } from './polling/symbol-reads.js'
import type { UnstreamedQuotes } from './polling/unstreamed-quotes.js'
import type { QuoteHub } from './quote-hub.js'
import { isStreamed } from './streamed.js'
import type { Tape } from './trade-tape.js'

/** The sources of a session's market data, and what subscribes for its watchers. */
export interface MarketWatchesDeps {
  readonly interest: Interest
  readonly quotes: QuoteHub
  /** The prices of the last run, until others replace them; null without a file of them. */
  readonly last: LastQuotes | null
  readonly books: OrderBooks
  readonly tape: Tape
  /** Symbols whose trades are stored, not only used for bars. */
  readonly taped: Set<Symbol>
  readonly bars: LiveBars
  readonly loads: MarketLoads
  readonly unstreamed: UnstreamedQuotes
}

/**
 * What is watched of the market: each watcher subscribes its symbols while it listens, and gets
 * what the stream or a repeated read has of them.
 */
export class MarketWatches {
  readonly #deps: MarketWatchesDeps

  constructor(deps: MarketWatchesDeps) {
    this.#deps = deps
  }

  /** Keeps quotes subscribed without a listener (for positions that are marked to market). */
  hold(symbols: readonly Symbol[]): Disposer {
    const releases = symbols.map((symbol) => {
      const { first, release } = this.#deps.interest.acquire('quotes', symbol)
      if (first || !isStreamed(symbol)) this.#requestLoad('quotes', symbol)
      return release
    })
    return () => {
      for (const release of releases) release()
    }
  }

  quotes(symbols: readonly Symbol[]): LiveRows<Quote> {
    const own = this.#deps.quotes.rows(symbols)
    const rows = this.#deps.last?.over(own, symbols) ?? own
    return {
      all: () => rows.all(),
      subscribe: (changed) => {
        const release = this.hold(symbols)
        return removeThenRelease(rows.subscribe(changed), release)
      },
    }
  }

  depth(symbol: Symbol): LiveValue<Depth | null> {
    return {
      get: () => this.#deps.books.get(symbol),
      subscribe: (changed) => {
        const { first, release } = this.#acquire('depth', symbol)
        if (first) this.#requestLoad('depth', symbol)
        return removeThenRelease(this.#deps.books.subscribe(symbol, changed), release)
      },
    }
  }

  ticks(symbol: Symbol): LiveEvents<Tick> {
    return {
      recent: () => this.#deps.tape.events(symbol).recent(),
      subscribe: (happened) => {
        const { release } = this.#acquire('ticks', symbol)
        if (!this.#deps.taped.has(symbol)) {
          this.#deps.taped.add(symbol)
          this.#requestLoad('ticks', symbol)
        }
        return removeThenRelease(this.#deps.tape.events(symbol).subscribe(happened), release)
      },
    }
  }

  /** Whether the symbol's book, or its latest trades, are known; reads nothing by itself. */
  read(kind: MarketReadKind, symbol: Symbol): LiveValue<SymbolRead> {
    return this.#deps.loads.reads[kind].state(symbol)
  }

  bar(symbol: Symbol, timespan: Timespan): LiveValue<Bar | null> {
    return {
      get: () => this.#deps.bars.get(symbol, timespan),
      subscribe: (changed) => {
        const { release } = this.#acquire('ticks', symbol)
        return removeThenRelease(this.#deps.bars.watch(symbol, timespan, changed), release)
      },
    }
  }

  /** Watches a symbol, and its quote where no stream carries it: all else follows that. */
  #acquire(kind: InterestKind, symbol: Symbol): ReturnType<Interest['acquire']> {
    const { first, release } = this.#deps.interest.acquire(kind, symbol)
    if (isStreamed(symbol)) return { first, release }
    return { first, release: removeThenRelease(this.hold([symbol]), release) }
  }

  #requestLoad(kind: InterestKind, symbol: Symbol): void {
    if (kind === 'quotes' && !isStreamed(symbol)) this.#deps.unstreamed.wakeOptions()
    else this.#deps.loads.request(kind, symbol)
  }
}

/** Returns a disposer that removes a listener before it releases the interest behind it. */
const removeThenRelease =
  (remove: Disposer, release: Disposer): Disposer =>
  () => {
    remove()
    release()
  }
