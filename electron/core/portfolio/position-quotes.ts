import type { Position } from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { MarketDataService } from '../market/market-data-service.js'
import { DayBorders } from './day-borders.js'
import { quotesOf } from './value-position.js'

/** Subscribes to the quotes that positions are valued with, independent of watchers. */
export class PositionQuotes {
  readonly #market: Pick<MarketDataService, 'hold'>
  readonly #days = new DayBorders()
  #symbols: ReadonlySet<Symbol> = new Set()
  #release: Disposer = () => undefined

  constructor(market: Pick<MarketDataService, 'hold'>) {
    this.#market = market
  }

  /** Subscribes to the quotes of these positions, and to no others. */
  hold(positions: readonly Position[]): void {
    const symbols = quotesOf(positions)
    const isSame =
      symbols.size === this.#symbols.size &&
      [...symbols].every((symbol) => this.#symbols.has(symbol))
    if (isSame) return
    this.#symbols = symbols
    this.#days.retain(symbols)
    const releaseBefore = this.#release
    this.#release = this.#market.hold([...symbols])
    releaseBefore()
  }

  /** True when a position is valued with the quotes of this symbol. */
  has(symbol: Symbol): boolean {
    return this.#symbols.has(symbol)
  }

  /** True for the first quote of another trading day of its symbol. */
  beginsDay(quote: Quote): boolean {
    return this.#days.beginsDay(quote)
  }

  dispose(): void {
    this.#release()
  }
}
