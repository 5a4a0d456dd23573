import type { Symbol } from '../ids.js'
import type { AssetClass, Tradable } from './instrument.js'

/** One instrument that a search found, of any product. */
export interface InstrumentMatch {
  readonly symbol: Symbol
  readonly assetClass: AssetClass
  /** The company, the product or the question; empty for an option, which its symbol names. */
  readonly name: string
  /** The exchange, or the event of a question; empty where none is published. */
  readonly exchange: string
  readonly tradable: Tradable
  /** The day of expiration or of the last trade, yyyy-MM-dd; null for none. */
  readonly expires: string | null
  /** Futures: the month that trades now. */
  readonly isFront: boolean
}

/** What a search found so far, best first. */
export interface InstrumentMatches {
  readonly matches: readonly InstrumentMatch[]
  /** False while a product's lists are still read: the same search finds more later. */
  readonly isComplete: boolean
}
