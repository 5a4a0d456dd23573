import type { RuledSession } from '../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { PriceUnits, SizeUnits } from './units.js'

/** Market-maker liquidity at one price. */
export interface PriceLevel {
  readonly price: PriceUnits
  readonly size: SizeUnits
}

/**
 * One step of the seeded market in one symbol, with at most one trade. It contains only the
 * activity of the market's own participants; the exchange owns the book in which they meet
 * customers' orders.
 *
 * Order of effects: market-maker liquidity moves to `bids` and `asks` (best first), then `trade`
 * sweeps the book. The print of `trade` is on the tape even when customers were its other side.
 */
export interface MarketStep {
  readonly symbol: string
  readonly time: EpochMs
  readonly session: RuledSession
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
  readonly trade: {
    readonly aggressor: 'buy' | 'sell'
    readonly price: PriceUnits
    readonly size: SizeUnits
  } | null
}
