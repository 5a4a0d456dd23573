import type { AccountProduct } from '../account/account.js'
import type { EpochMs } from '../time.js'
import {
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  PRE_OPEN_MINUTE,
  tradingDay,
} from './exchange-time.js'
import { isProductOpen, nextProductChange } from './product-hours.js'

/**
 * Returns when the next session of an account's market begins: the first instant after `time` that
 * belongs to a new day of profit and loss.
 *
 * Securities: 04:00 New York of the next trading day, when the broker's first session of that day
 * opens (the overnight session belongs to the day before it). Futures: the next opening at 18:00
 * New York that begins a trade date. Crypto and event contracts never close, so their next session
 * is the next calendar day in New York, the day by which orders are counted.
 */
export function nextSessionStart(product: AccountProduct, time: EpochMs): EpochMs {
  switch (product) {
    case 'securities':
      return nextStockSession(time)
    case 'futures':
      return nextFuturesOpening(time)
    case 'crypto':
    case 'events':
      return exchangeInstant(nextDay(exchangeClock(time).day), 0)
  }
}

function nextStockSession(time: EpochMs): EpochMs {
  const { day, minute } = exchangeClock(time)
  const isBefore = isTradingDay(day) && minute < PRE_OPEN_MINUTE
  return exchangeInstant(isBefore ? day : tradingDay(day, 1), PRE_OPEN_MINUTE)
}

function nextFuturesOpening(time: EpochMs): EpochMs {
  let instant = time
  for (;;) {
    const change = nextProductChange('FUTURES', instant)
    // Futures have hours, so there is always a next change.
    if (change === null) return exchangeInstant(nextDay(exchangeClock(time).day), 0)
    if (isProductOpen('FUTURES', change)) return change
    instant = change
  }
}
