import type { AccountProduct } from '../instruments/account-products.js'
import type { Brand } from '../brand.js'
import { epochMs, type EpochMs } from '../time.js'
import {
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  OPEN_MINUTE,
  OVERNIGHT_MINUTE,
  postCloseMinute,
  previousDay,
  tradingDay,
  type ExchangeDay,
} from './exchange-time.js'
import {
  FUTURES_CLOSE_MINUTE,
  FUTURES_OPEN_MINUTE,
  globexClose,
  globexTradeDay,
} from './calendars/globex.js'
import { futuresDate } from './product-hours.js'

/**
 * The trade date of a product, "2026-11-24": the day to which its trades, its profit and loss, its
 * order counts and its lock-outs belong. Only this module makes one from an instant, so that no
 * calendar day of New York, of UTC or of this computer can stand in for it.
 */
export type TradeDate = Brand<ExchangeDay, 'TradeDate'>

/** Tags a day that was a trade date when it was written: of a stored file or a message. */
export const storedTradeDate = (day: string): TradeDate => day as TradeDate

/** When a product's trade dates begin. Each lasts until the next one begins. */
interface TradeDates {
  readonly at: (time: EpochMs) => ExchangeDay
  readonly startOf: (date: TradeDate) => EpochMs
  /** When its last session ends; the next date may begin later. */
  readonly endOf: (date: TradeDate) => EpochMs
  readonly next: (date: TradeDate) => ExchangeDay
}

/**
 * The overnight session carries the trade date of the day on which it ends: trades of Monday 20:00
 * to midnight are dated Tuesday (the broker's help on overnight trading). A weekend belongs to the
 * Friday before it, until Sunday 20:00.
 */
const SECURITIES: TradeDates = {
  at: (time) => {
    const { day, minute } = exchangeClock(time)
    const evening = nextDay(day)
    if (minute >= OVERNIGHT_MINUTE && isTradingDay(evening)) return evening
    return isTradingDay(day) ? day : tradingDay(day, -1)
  },
  startOf: (date) => exchangeInstant(previousDay(date), OVERNIGHT_MINUTE),
  endOf: (date) => exchangeInstant(date, postCloseMinute(date)),
  next: (date) => tradingDay(date, 1),
}

/** Returns the evening on which the first session of a futures trade date opens. */
function firstFuturesEvening(date: ExchangeDay): ExchangeDay {
  let session = nextDay(globexTradeDay(date, -1))
  while (globexClose(session) === null) session = nextDay(session)
  return previousDay(session)
}

/**
 * A trade date of futures begins with the first opening at 18:00 after the trade date before it:
 * Sunday evening belongs to Monday, and the evening before a holiday to the day after the holiday,
 * unless Globex is closed on the holiday.
 */
const FUTURES: TradeDates = {
  at: (time) => {
    const date = globexTradeDay(futuresDate(time), 0)
    return time >= FUTURES.startOf(date as TradeDate) ? date : globexTradeDay(date, -1)
  },
  startOf: (date) => exchangeInstant(firstFuturesEvening(date), FUTURES_OPEN_MINUTE),
  endOf: (date) => exchangeInstant(date, globexClose(date) ?? FUTURES_CLOSE_MINUTE),
  next: (date) => globexTradeDay(date, 1),
}

/** ASSUMPTION: the broker publishes no day for coins. It follows their daily bars, UTC. */
const CRYPTO: TradeDates = {
  at: (time) => new Date(time).toISOString().slice(0, 10),
  startOf: (date) => epochMs(Date.parse(`${date}T00:00:00Z`)),
  endOf: (date) => epochMs(Date.parse(`${nextDay(date)}T00:00:00Z`)),
  next: nextDay,
}

/** ASSUMPTION: the day of event contracts is the calendar day of their exchange, New York. */
const EVENTS: TradeDates = {
  at: (time) => exchangeClock(time).day,
  startOf: (date) => exchangeInstant(date, 0),
  endOf: (date) => exchangeInstant(nextDay(date), 0),
  next: nextDay,
}

const TRADE_DATES: Readonly<Record<AccountProduct, TradeDates>> = {
  securities: SECURITIES,
  futures: FUTURES,
  crypto: CRYPTO,
  events: EVENTS,
}

/** Returns the trade date to which an instant belongs. */
export const tradeDate = (product: AccountProduct, time: EpochMs): TradeDate =>
  TRADE_DATES[product].at(time) as TradeDate

/** Returns the first instant of a trade date. */
export const tradeDateStart = (product: AccountProduct, date: TradeDate): EpochMs =>
  TRADE_DATES[product].startOf(date)

/** Returns the first instant of the trade date after that of `time`. */
export const nextTradeDateStart = (product: AccountProduct, time: EpochMs): EpochMs => {
  const dates = TRADE_DATES[product]
  return dates.startOf(dates.next(tradeDate(product, time)) as TradeDate)
}

/**
 * Returns the trade date on which an order that is placed at an instant can trade first: while
 * nothing trades, the trade date of the next session.
 */
export function orderTradeDate(product: AccountProduct, time: EpochMs): TradeDate {
  const isOver = time >= tradeDateEnd(product, tradeDate(product, time))
  return tradeDate(product, isOver ? nextTradeDateStart(product, time) : time)
}

/** Returns when the last session of a trade date ends. */
export const tradeDateEnd = (product: AccountProduct, date: TradeDate): EpochMs =>
  TRADE_DATES[product].endOf(date)

/** Returns when the oldest of the present trade dates of all products began. */
export const earliestDayStart = (time: EpochMs): EpochMs =>
  epochMs(Math.min(...Object.values(TRADE_DATES).map((dates) => startAt(dates, time))))

const startAt = (dates: TradeDates, time: EpochMs): EpochMs =>
  dates.startOf(dates.at(time) as TradeDate)

/**
 * Returns the trade date to which a quote's change and volume belong. For stocks and options they
 * count the regular session: until the next one opens, the figures of the last one stay.
 */
export function quoteTradeDate(product: AccountProduct, time: EpochMs): TradeDate {
  const date = tradeDate(product, time)
  return product === 'securities' && time < exchangeInstant(date, OPEN_MINUTE)
    ? (tradingDay(date, -1) as TradeDate)
    : date
}

/** Returns the day a year after the day that follows a trade date: 2024-02-29 gives 2025-03-01. */
export function yearAfter(date: TradeDate): TradeDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const follower = new Date(Date.UTC(year, month - 1, day + 1))
  follower.setUTCFullYear(follower.getUTCFullYear() + 1)
  return follower.toISOString().slice(0, 10) as TradeDate
}
