import type { Symbol } from '../../../../shared/domain/ids.js'
import type { Depth, Quote } from '../../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { QuotePatch } from '../market-port.js'

/** What was received less than this before the connection is not old, in ms. */
const FRESH_MS = 1_000

/** The parts of a quote that the stream sends in messages of their own. */
type QuotePart = 'last' | 'book'

/** What nothing has replaced yet of a symbol, and when it was received. */
interface OldParts {
  readonly receivedAt: EpochMs
  readonly parts: Set<QuotePart>
}

/** True for what was received too long ago, or before the computer's clock was set back. */
const isOld = (receivedAt: EpochMs, now: EpochMs): boolean =>
  receivedAt > now || now - receivedAt >= FRESH_MS

/**
 * The symbols whose prices are from before the stream's present connection, and the parts of them
 * that nothing has replaced yet.
 */
export class OldQuotes {
  readonly #old = new Map<Symbol, OldParts>()

  get isEmpty(): boolean {
    return this.#old.size === 0
  }

  has(symbol: Symbol): boolean {
    return this.#old.has(symbol)
  }

  /** Returns when the old prices of a symbol were received; null where it has none. */
  receivedAt(symbol: Symbol): EpochMs | null {
    return this.#old.get(symbol)?.receivedAt ?? null
  }

  symbols(): readonly Symbol[] {
    return [...this.#old.keys()]
  }

  /** Adds the prices of a quote, unless they arrived just before the connection. */
  addQuote({ symbol, last, bid, ask, receivedAt }: Quote, connectedAt: EpochMs): void {
    if (!isOld(receivedAt, connectedAt)) return
    if (last !== null) this.#add(symbol, 'last', receivedAt)
    if (bid !== null || ask !== null) this.#add(symbol, 'book', receivedAt)
  }

  /** Adds a book, unless it arrived just before the connection. */
  addBook({ symbol, receivedAt }: Depth, connectedAt: EpochMs): void {
    if (isOld(receivedAt, connectedAt)) this.#add(symbol, 'book', receivedAt)
  }

  /** Removes the parts that a message of the stream replaces. */
  replace(patch: QuotePatch): void {
    if (!this.#old.has(patch.symbol)) return
    if (patch.last !== undefined) this.#remove(patch.symbol, 'last')
    if (patch.bid !== undefined || patch.ask !== undefined) this.removeBook(patch.symbol)
  }

  /** The symbol's book was replaced. */
  removeBook(symbol: Symbol): void {
    this.#remove(symbol, 'book')
  }

  /** The symbol's whole quote was replaced, or nothing will replace it. */
  remove(symbol: Symbol): void {
    this.#old.delete(symbol)
  }

  clear(): void {
    this.#old.clear()
  }

  #add(symbol: Symbol, part: QuotePart, receivedAt: EpochMs): void {
    const old = this.#old.get(symbol)
    if (old === undefined) this.#old.set(symbol, { receivedAt, parts: new Set([part]) })
    else old.parts.add(part)
  }

  #remove(symbol: Symbol, part: QuotePart): void {
    const old = this.#old.get(symbol)
    old?.parts.delete(part)
    if (old?.parts.size === 0) this.#old.delete(symbol)
  }
}
