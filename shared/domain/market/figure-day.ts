import type { AccountProduct } from '../account/account.js'
import type { EpochMs } from '../time.js'
import {
  exchangeClock,
  isTradingDay,
  OPEN_MINUTE,
  tradingDay,
  type ExchangeDay,
} from './exchange-time.js'
import { pnlDay } from './pnl-day.js'

/**
 * Returns the day that change and volume of a quote are of. Those of stocks and options are of the
 * regular session: until the next one opens they stay those of the last one.
 */
export function figureDay(product: AccountProduct, time: EpochMs): ExchangeDay {
  if (product !== 'securities') return pnlDay(product, time)
  const { day, minute } = exchangeClock(time)
  return isTradingDay(day) && minute >= OPEN_MINUTE ? day : tradingDay(day, -1)
}
