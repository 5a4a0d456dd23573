import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import type { PriceUnits } from '../../model/units.js'

/**
 * A cash dividend per share. Dates are trading days; `ex` is the first day on which the share
 * trades without it.
 */
export interface CashDividend {
  readonly amount: PriceUnits
  readonly ex: ExchangeDay
  readonly paid: ExchangeDay
}

/** `from` old shares become `to` new ones before the first trade of `day`; one of the two is 1. */
export interface Split {
  readonly symbol: string
  readonly day: ExchangeDay
  readonly from: number
  readonly to: number
}
