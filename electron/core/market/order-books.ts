import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter, type Emitter } from '../../../shared/domain/emitter.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Depth } from '../../../shared/domain/market/quote.js'

/** The latest order book of every watched symbol. */
export class OrderBooks {
  readonly #books = new Map<Symbol, Depth>()
  readonly #changed = new Map<Symbol, Emitter<void>>()

  /** Returns the latest book; null while none has arrived. */
  get(symbol: Symbol): Depth | null {
    return this.#books.get(symbol) ?? null
  }

  /** Replaces a symbol's book, unless the known one is newer. */
  apply(depth: Depth): void {
    const known = this.#books.get(depth.symbol)
    const isOlder =
      known !== undefined && known.time !== null && depth.time !== null && depth.time < known.time
    if (isOlder) return
    this.#books.set(depth.symbol, depth)
    this.#changed.get(depth.symbol)?.emit()
  }

  forget(symbol: Symbol): void {
    this.#books.delete(symbol)
  }

  subscribe(symbol: Symbol, listener: () => void): Disposer {
    const changed = this.#changed.get(symbol) ?? createEmitter<void>()
    this.#changed.set(symbol, changed)
    const remove = changed.add(listener)
    return () => {
      remove()
      const isUnused = changed.size === 0 && this.#changed.get(symbol) === changed
      if (isUnused) this.#changed.delete(symbol)
    }
  }
}
