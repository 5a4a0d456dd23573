import { eq, type Decimal } from '../../../shared/domain/decimal.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import type { TradeDate } from '../../../shared/domain/market/trade-date.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { ExchangeClock } from './exchange-clock.js'

/**
 * Tracks which trading day a symbol's change and volume belong to. A price of a new day may arrive
 * before its figures do, so a day begins only once its figures differ from the last ones.
 */
export class FigureDay {
  readonly #exchange: ExchangeClock
  #day: TradeDate | null = null
  #previousClose: Decimal | null = null
  #volume: Decimal | null = null
  /** True once a new day's close came with a price of the day before. */
  #hasNewClose = false

  constructor(exchange: ExchangeClock) {
    this.#exchange = exchange
  }

  /** Records the next quote. Returns the day of its figures. */
  next(quote: Quote): TradeDate {
    const { symbol, time, previousClose, volume } = quote
    const day = this.#exchange.dayOf(symbolClass(symbol), time ?? this.#exchange.now())
    if (!isSame(previousClose, this.#previousClose)) this.#hasNewClose = this.#day !== null
    if (this.#day === null || (day !== this.#day && this.#isReset(quote))) {
      this.#day = day
      this.#hasNewClose = false
    }
    this.#previousClose = previousClose
    this.#volume = volume
    return this.#day
  }

  /** The figures of a day that is over do not change any more. */
  #isReset({ volume }: Quote): boolean {
    return this.#hasNewClose || !isSame(volume, this.#volume)
  }
}

const isSame = (a: Decimal | null, b: Decimal | null): boolean => {
  if (a === null) return b === null
  return b !== null && eq(a, b)
}
