import type { AccountProduct } from '../account/account.js'
import { DAY_MS, epochMs, type EpochMs } from '../time.js'
import {
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  PRE_OPEN_MINUTE,
  tradingDay,
  type ExchangeDay,
} from './exchange-time.js'
import { futuresDate } from './product-hours.js'

/**
 * ASSUMPTION: the broker does not publish when the day of its day P&L begins. As its sessions do:
 * for securities at 04:00 New York of a trading day, for futures with the trade date, for crypto at
 * midnight UTC, for event contracts at midnight New York. All of Countersign reads it from here.
 */
const PNL_DAYS: Readonly<Record<AccountProduct, (time: EpochMs) => ExchangeDay>> = {
  securities: (time) => {
    const { day, minute } = exchangeClock(time)
    return isTradingDay(day) && minute >= PRE_OPEN_MINUTE ? day : tradingDay(day, -1)
  },
  futures: (time) => tradingDay(futuresDate(time), 0),
  crypto: (time) => new Date(time).toISOString().slice(0, 10),
  events: (time) => exchangeClock(time).day,
}

/** Returns the day of profit and loss that an instant belongs to. */
export const pnlDay = (product: AccountProduct, time: EpochMs): ExchangeDay =>
  PNL_DAYS[product](time)

/** A trade date of futures may begin on the evening before a long weekend. */
const EARLIER_DAYS: Readonly<Record<AccountProduct, number>> = {
  securities: 0,
  futures: 4,
  crypto: 1,
  events: 0,
}

/** Returns an instant before the first trade of a day of profit and loss. */
export const beforePnlDay = (product: AccountProduct, day: ExchangeDay): EpochMs =>
  epochMs(exchangeInstant(day, 0) - EARLIER_DAYS[product] * DAY_MS)
