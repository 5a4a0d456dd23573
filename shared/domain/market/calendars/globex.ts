import { isWeekend, openDay, yearOf, type CalendarSource, type ExchangeDay } from './days.js'
import { shortDays, usHolidays } from './us-holidays.js'

/**
 * Futures on CME Globex.
 *
 * ASSUMPTION: every product keeps the hours of equity index futures. What is published of others
 * ends later, never earlier, so that a market is called closed too soon rather than open too long:
 * - Interest rates: as equity indexes (Presidents' Day 2023, Martin Luther King Day 2025).
 * - Energy and metals: on holidays until 14:30 (Presidents' Day 2023: 13:30 Chicago), on the day
 *   after Thanksgiving and on Christmas Eve until 13:45 (NYMEX, 2013), on 3 July until 17:00
 *   (2013).
 * - Currencies: on holidays until 17:00 (Presidents' Day 2023, Martin Luther King Day 2025), on
 *   Christmas Eve until 13:15 (2013), on 3 July until 17:00 (2013).
 * Sources: DTN, Presidents' Day Holiday Schedule 2023; the summaries of CME's schedules of January
 * 2025, July 2013 and December 2013 that brokers and the press published.
 *
 * ASSUMPTION: on 3 July 2028, a Monday, equity index futures end at 13:15, as they did on each
 * short day of stocks; stocks end at 13:00 then by the published calendar of NYSE.
 */
export const GLOBEX: CalendarSource = {
  source: 'CME Group, Globex hours of equity index futures, as brokers publish them for 2026.',
  years: { from: 2026, to: 2028 },
}

/**
 * Futures trade from 18:00 New York of the previous evening to 17:00 of their trade date.
 */
export const FUTURES_OPEN_MINUTE = 18 * 60
export const FUTURES_CLOSE_MINUTE = 17 * 60
const HOLIDAY_HALT_MINUTE = 13 * 60
const SHORT_CLOSE_MINUTE = 13 * 60 + 15
const GOOD_FRIDAY_HALT_MINUTE = 9 * 60 + 15

/**
 * Good Fridays on which the employment report is published, so that Globex opens until 09:15, as on
 * 3 April 2015 and 7 April 2023. ASSUMPTION: it is so on 3 April 2026, and on all others it stays
 * closed, as on 18 April 2025.
 */
const OPEN_GOOD_FRIDAYS: readonly ExchangeDay[] = ['2026-04-03']

/**
 * Returns the minute at which the session that began on the evening before ends; null on days
 * without one. A holiday that halts the session early is a day of its own here.
 */
export function globexClose(day: ExchangeDay): number | null {
  if (isWeekend(day)) return null
  switch (usHolidays(yearOf(day)).get(day)) {
    case undefined:
      return shortDays(yearOf(day)).includes(day) ? SHORT_CLOSE_MINUTE : FUTURES_CLOSE_MINUTE
    case 'new-year':
    case 'christmas':
      return null
    case 'good-friday':
      return OPEN_GOOD_FRIDAYS.includes(day) ? GOOD_FRIDAY_HALT_MINUTE : null
    case 'martin-luther-king':
    case 'presidents':
    case 'memorial':
    case 'juneteenth':
    case 'independence':
    case 'labor':
    case 'thanksgiving':
      return HOLIDAY_HALT_MINUTE
  }
}

/** True on days that have a trade date. The session of a holiday belongs to the next one. */
export const isGlobexTradeDay = (day: ExchangeDay): boolean =>
  !isWeekend(day) && !usHolidays(yearOf(day)).has(day)

/** As `tradingDay`, for futures. */
export const globexTradeDay = (day: ExchangeDay, offset: number): ExchangeDay =>
  openDay(day, offset, isGlobexTradeDay)
