import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { MarketPrices, QuoteHub } from '../market/quote-hub.js'

/** A price that the broker valued an account with may arrive this much later than its answer. */
export const LATE_PRICES_MS = 500

/** What the prices of positions are read from. */
export type PriceSource = Pick<QuoteHub, 'prices' | 'symbols' | 'onQuote'>

/**
 * Every price of a symbol that was current at some time since this was made: the broker may have
 * valued an account with any of them that it reported meanwhile. All known symbols count: which of
 * them the account holds may become known later than its balance.
 */
export class SeenPrices {
  readonly #quotes: PriceSource
  readonly #seen = new Map<Symbol, MarketPrices[]>()
  readonly #knownFirst: ReadonlySet<Symbol>
  readonly dispose: Disposer

  constructor(quotes: PriceSource) {
    this.#quotes = quotes
    for (const symbol of quotes.symbols()) this.#add(symbol)
    this.#knownFirst = new Set(
      [...this.#seen].flatMap(([symbol, [prices]]) =>
        prices?.isOutdated === true ? [] : [symbol],
      ),
    )
    this.dispose = quotes.onQuote(({ symbol }) => this.#add(symbol))
  }

  /** Returns the prices of a symbol; none while it has none. */
  pricesOf(symbol: Symbol): readonly MarketPrices[] {
    return this.#seen.get(symbol) ?? []
  }

  /** True when quotes kept these symbols up to date since this was made: no price is missing. */
  areKnownThroughout(symbols: ReadonlySet<Symbol>): boolean {
    return [...symbols].every((symbol) => this.#knownFirst.has(symbol))
  }

  #add(symbol: Symbol): void {
    const prices = this.#quotes.prices(symbol)
    if (prices === undefined) return
    const seen = this.#seen.get(symbol)
    if (seen === undefined) this.#seen.set(symbol, [prices])
    else seen.push(prices)
  }
}
