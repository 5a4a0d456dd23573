import { eq, gt, isZero, sub, ZERO, asQuantity } from '../../../../shared/domain/decimal.js'
import type { Price, Quantity } from '../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Quote, Tick } from '../../../../shared/domain/market/quote.js'

/** What a quote says of its trades. */
interface Traded {
  readonly last: Price | null
  readonly volume: Quantity | null
}

/**
 * Computes the trades between two readings of a quote that no stream carries, so that their bars
 * move with them: all trades of that time as one, at the latest price.
 */
export class PolledTrades {
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

  forget(symbol: Symbol): void {
    this.#read.delete(symbol)
  }
}

/** Returns by how much a volume has grown; zero where another day began. */
const tradedSize = (before: Quantity | null, now: Quantity | null): Quantity =>
  asQuantity(before !== null && now !== null && gt(now, before) ? sub(now, before) : ZERO)
