import type { Symbol } from '../../../../shared/domain/ids.js'
import type { MarketReadKind } from '../../../../shared/domain/market/market-read.js'
import type { Depth, DepthLevel, Quote, Tick } from '../../../../shared/domain/market/quote.js'
import type { Interest } from '../interest.js'
import type { LiveBars } from '../bars/live-bars.js'
import type { OrderBooks } from '../order-books.js'
import type { SymbolReads } from './symbol-reads.js'
import {
  eq,
  gt,
  isZero,
  sub,
  ZERO,
  asQuantity,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'

/** What a quote says of its trades. */
interface Traded {
  readonly last: Price | null
  readonly volume: Quantity | null
}

/**
 * Computes the trades between two readings of a quote that no stream carries, so that their bars
 * move with them: all trades of that time as one, at the latest price.
 */
class PolledTrades {
  readonly #read = new Map<Symbol, Traded>()

  /** Returns what was traded since the symbol's quote before; null for nothing. */
  since(quote: Quote): Tick | null {
    const { symbol, last, volume, time, session } = quote
    const before = this.#read.get(symbol)
    this.#read.set(symbol, { last, volume })
    if (before === undefined || last === null || time === null) return null
    const size = tradedSize(before.volume, volume)
    const isSamePrice = before.last !== null && eq(before.last, last)
    return isSamePrice && isZero(size)
      ? null
      : { symbol, time, price: last, size, side: 'none', session }
  }

  /**
   * Takes a quote of a stream, which may end: the bars have its trades, so that only another price
   * counts in the first quote that is read.
   */
  onStreamed({ symbol, last }: Quote): void {
    this.#read.set(symbol, { last, volume: null })
  }

  forget(symbol: Symbol): void {
    this.#read.delete(symbol)
  }
}

/** Returns by how much a volume has grown; zero where another day began. */
const tradedSize = (before: Quantity | null, now: Quantity | null): Quantity =>
  asQuantity(before !== null && now !== null && gt(now, before) ? sub(now, before) : ZERO)

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

  /** Takes a quote; one of a streamed symbol is only remembered. */
  onQuote(quote: Quote): void {
    const { symbol, polledAt } = quote
    const { hasLevels, interest, taped, reads, books, bars } = this.#deps
    if (polledAt === undefined) return this.#trades.onStreamed(quote)
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
