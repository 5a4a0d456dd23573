import type { ExchangeDay } from '../../../../shared/domain/exchange-time.js'
import type { PriceUnits } from '../../units.js'

/** What is told of a contract besides its prices. */
export interface FuturesStanding {
  /** Contracts held at the last settlement. */
  readonly openInterest: number
  /** The newest settlement, and its trade date. */
  readonly settledOn: ExchangeDay
  readonly settlePrice: PriceUnits
}
