import type { MarketSession } from '../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { PriceUnits, SizeUnits } from './units.js'

/** House liquidity at one price. */
export interface PriceLevel {
  readonly price: PriceUnits
  readonly size: SizeUnits
}

/**
 * One moment of the seeded market in one symbol, at most one trade long. The market says what its
 * own participants do;
 * the exchange owns the book in which they meet the customers' orders.
 *
 * Order of effects: house liquidity moves to `bids` and `asks` (best first), then `trade` sweeps
 * the book.
 * The print of `trade` is on the tape whoever took the other side.
 */
export interface MarketStep {
  readonly symbol: string
  readonly time: EpochMs
  readonly session: MarketSession
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
  readonly trade: {
    readonly aggressor: 'buy' | 'sell'
    readonly price: PriceUnits
    readonly size: SizeUnits
  } | null
}
