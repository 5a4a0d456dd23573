import { eq, type Price } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'

/**
 * Notices when a symbol's day begins: its change is then measured from another close, but the
 * broker's figures of a position that was read before still are from the close of the day before
 * (REL-41).
 */
export class DayBorders {
  readonly #closes = new Map<Symbol, Price>()

  /** Returns true when this quote is the first of another day. */
  beginsDay({ symbol, previousClose }: Quote): boolean {
    if (previousClose === null) return false
    const before = this.#closes.get(symbol)
    this.#closes.set(symbol, previousClose)
    return before !== undefined && !eq(before, previousClose)
  }

  /** Forgets all symbols but these. */
  retain(symbols: ReadonlySet<Symbol>): void {
    for (const symbol of this.#closes.keys()) {
      if (!symbols.has(symbol)) this.#closes.delete(symbol)
    }
  }
}
