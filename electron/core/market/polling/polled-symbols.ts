import type { Symbol } from '../../../../shared/domain/ids.js'
import type { MarketReadKind } from '../../../../shared/domain/market/market-read.js'
import type { Depth, DepthLevel, Quote } from '../../../../shared/domain/market/quote.js'
import type { Interest } from '../interest.js'
import type { LiveBars } from '../live-bars.js'
import type { OrderBooks } from '../order-books.js'
import { PolledTrades } from './polled-trades.js'
import type { SymbolReads } from './symbol-reads.js'

export interface PolledSymbolsDeps {
  /** True for a symbol whose book has more levels than the best bid and ask. */
  readonly hasLevels: (symbol: Symbol) => boolean
  readonly interest: Pick<Interest, 'has'>
  /** The symbols whose trades are shown. */
  readonly taped: ReadonlySet<Symbol>
  readonly reads: Readonly<Record<MarketReadKind, Pick<SymbolReads, 'request' | 'received'>>>
  readonly books: Pick<OrderBooks, 'apply'>
  readonly bars: Pick<LiveBars, 'apply'>
}

/**
 * Quotes of symbols without a stream are read in turns; each one also updates the symbol's running
 * bar, book and latest trades, so that all say the same (REL-41).
 */
export class PolledSymbols {
  readonly #deps: PolledSymbolsDeps
  readonly #trades = new PolledTrades()

  constructor(deps: PolledSymbolsDeps) {
    this.#deps = deps
  }

  /** Takes a quote; one of a streamed symbol changes nothing. */
  onQuote(quote: Quote): void {
    const { symbol, polledAt } = quote
    const { hasLevels, interest, taped, reads, books, bars } = this.#deps
    if (polledAt === undefined) return this.forget(symbol)
    const trade = this.#trades.since(quote)
    if (trade !== null) {
      bars.apply(trade)
      if (taped.has(symbol)) void reads.ticks.request(symbol)
    }
    if (!interest.has('depth', symbol)) return
    if (hasLevels(symbol)) return void reads.depth.request(symbol)
    books.apply(topOfBook(quote))
    reads.depth.received(symbol)
  }

  forget(symbol: Symbol): void {
    this.#trades.forget(symbol)
  }
}

const level = (price: Quote['bid'], size: Quote['bidSize']): readonly DepthLevel[] =>
  price === null || size === null ? [] : [{ price, size }]

/** Returns the best bid and ask of a quote as a book. */
const topOfBook = ({ symbol, bid, bidSize, ask, askSize, time, receivedAt }: Quote): Depth => ({
  symbol,
  bids: level(bid, bidSize),
  asks: level(ask, askSize),
  time,
  receivedAt,
})
