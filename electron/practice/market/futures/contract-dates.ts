import type { ExchangeDay } from '../../../../shared/domain/market/calendars/days.js'
import {
  globexTradeDay,
  isGlobexTradeDay,
} from '../../../../shared/domain/market/calendars/globex.js'
import { DAY_MS } from '../../../../shared/domain/time.js'
import type { FuturesProduct, LastDayRule } from './product-terms.js'
import { isoDay } from '../../../../shared/domain/market/calendars/days.js'
const date = (year: number, month: number, day: number): ExchangeDay =>
  isoDay(Date.UTC(year, month - 1, day))
/** Returns the day itself if it is a business day, otherwise the business day before. */
const onOrBefore = (day: ExchangeDay): ExchangeDay =>
  isGlobexTradeDay(day) ? day : globexTradeDay(day, -1)
const before = (day: ExchangeDay, days: number): ExchangeDay => globexTradeDay(day, -days)
/** Returns the last business day of a month; month 0 is the previous December. */
const lastBusinessDay = (year: number, month: number): ExchangeDay =>
  onOrBefore(date(year, month + 1, 0))

/** Returns the n-th weekday (0 is Sunday) of a month. */
function nth(year: number, month: number, weekday: number, n: number): ExchangeDay {
  const first = Date.UTC(year, month - 1, 1)
  return isoDay(first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (n - 1) * 7) * DAY_MS)
}

function lastFriday(year: number, month: number): ExchangeDay {
  const last = Date.UTC(year, month, 0)
  return isoDay(last - ((new Date(last).getUTCDay() + 2) % 7) * DAY_MS)
}

const LAST_DAYS: Readonly<Record<LastDayRule, (year: number, month: number) => ExchangeDay>> = {
  'third-friday': (year, month) => onOrBefore(nth(year, month, 5, 3)),
  // Three business days before the 25th of the month before delivery; four when the 25th is not a
  // business day.
  oil: (year, month) => before(onOrBefore(date(year, month - 1, 25)), 3),
  // Three business days before the first of the delivery month.
  gas: (year, month) => before(date(year, month, 1), 3),
  'third-last-business-day': (year, month) => before(lastBusinessDay(year, month), 2),
  // The seventh business day before the last one.
  'eighth-last-business-day': (year, month) => before(lastBusinessDay(year, month), 7),
  'before-third-wednesday': (year, month) => before(nth(year, month, 3, 3), 2),
  'before-fifteenth': (year, month) => before(date(year, month, 15), 1),
  'last-friday': (year, month) => onOrBefore(lastFriday(year, month)),
}

/**
 * The important dates of a contract month. Notice dates concern delivery: null for cash-settled
 * contracts.
 */
export interface ContractDates {
  readonly firstTrading: ExchangeDay
  readonly lastTrading: ExchangeDay
  readonly firstNotice: ExchangeDay | null
  readonly lastNotice: ExchangeDay | null
  readonly settlement: ExchangeDay
  /** From this trade date on, a later month is the main contract. */
  readonly rolls: ExchangeDay
}

/**
 * Returns the first notice date: metals, bonds and grains from the end of the previous month; oil,
 * gas and currencies after trading has ended.
 */
function firstNotice(
  product: FuturesProduct,
  year: number,
  month: number,
  lastTrading: ExchangeDay,
): ExchangeDay | null {
  if (product.delivery === 'CASH') return null
  const early =
    product.lastDay === 'third-last-business-day' ||
    product.lastDay === 'eighth-last-business-day' ||
    product.lastDay === 'before-fifteenth'
  return early ? lastBusinessDay(year, month - 1) : globexTradeDay(lastTrading, 1)
}

/**
 * Returns the dates of a product's contract month. It is listed as many months of its cycle ahead
 * as the product lists.
 */
export function contractDates(product: FuturesProduct, year: number, month: number): ContractDates {
  const lastTrading = LAST_DAYS[product.lastDay](year, month)
  const notice = firstNotice(product, year, month, lastTrading)
  const years = Math.ceil(product.listed / product.months.length)
  const ends = notice !== null && notice < lastTrading ? notice : lastTrading
  return {
    firstTrading: globexTradeDay(date(year - years, month, 1), 0),
    lastTrading,
    firstNotice: notice,
    lastNotice: notice === null ? null : globexTradeDay(lastTrading, 1),
    settlement: product.delivery === 'CASH' ? lastTrading : globexTradeDay(lastTrading, 2),
    rolls: before(ends, product.rollDays),
  }
}
