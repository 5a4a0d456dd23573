import { productOf } from '../../../../shared/domain/instruments/account-products.js'
import {
  keyClass,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { tradeDate, type TradeDate } from '../../../../shared/domain/market/trade-date.js'
import type { EpochMs } from '../../../../shared/domain/time.js'

/** Returns the trade date of a trade in an instrument. */
export const keyTradeDate = (key: InstrumentKey, time: EpochMs): TradeDate =>
  tradeDate(productOf(keyClass(key)), time)
