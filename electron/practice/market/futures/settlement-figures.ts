import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { PriceUnits } from '../../model/units.js'

/** Open interest and settlement of a contract. */
export interface FuturesSettlementFigures {
  /** Open interest at the last settlement. */
  readonly openInterest: number
  /** The newest settlement, with its trade date. */
  readonly settledOn: ExchangeDay
  readonly settlePrice: PriceUnits
}
