import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { PriceUnits } from '../../model/units.js'

/** What is told of a contract besides its prices. */
export interface FuturesSettlementFigures {
  /** Contracts held at the last settlement. */
  readonly openInterest: number
  /** The newest settlement, and its trade date. */
  readonly settledOn: ExchangeDay
  readonly settlePrice: PriceUnits
}
