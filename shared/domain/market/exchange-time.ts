import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '../time.js'
import {
  covers,
  isoDay,
  isWeekend,
  openDay,
  utcOf,
  yearOf,
  type ExchangeDay,
} from './calendars/days.js'
import { CLOSURES, US_EQUITIES } from './calendars/us-equities.js'
import { shortDays, usHolidays } from './calendars/us-holidays.js'
import type { MarketSession, RuledSession } from './quote.js'

/**
 * The US equity calendar and clock (America/New_York), computed by rule so that it needs no time
 * zone database:
 * daylight saving from the second Sunday of March to the first Sunday of November, 02:00 local.
 */

export type { ExchangeDay }

export const OPEN_MINUTE = 9 * 60 + 30
export const CLOSE_MINUTE = 16 * 60
export const EARLY_CLOSE_MINUTE = 13 * 60
export const PRE_OPEN_MINUTE = 4 * 60
/** Where the overnight session of the next trading day begins, and extended hours end. */
export const OVERNIGHT_MINUTE = 20 * 60
/** Late sessions of a short day end at 17:00 (NYSE Group, Holiday and Early Closings Calendar). */
const SHORT_POST_CLOSE_MINUTE = 17 * 60

const utcDay = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day)
const weekday = (utc: number): number => new Date(utc).getUTCDay()
const nthWeekday = (year: number, month: number, day: number, n: number): number => {
  const first = utcDay(year, month, 1)
  return first + ((day - weekday(first) + 7) % 7) * DAY_MS + (n - 1) * 7 * DAY_MS
}
/** The instants at which daylight saving begins and ends in a year. */
const summers = new Map<number, { readonly begins: number; readonly ends: number }>()

function summerOf(year: number): { readonly begins: number; readonly ends: number } {
  const known = summers.get(year)
  if (known !== undefined) return known
  const summer = {
    begins: nthWeekday(year, 3, 0, 2) + 7 * HOUR_MS,
    ends: nthWeekday(year, 11, 0, 1) + 6 * HOUR_MS,
  }
  summers.set(year, summer)
  return summer
}

/** Returns how many hours New York is behind UTC at an instant: 4 in summer, 5 in winter. */
export function utcOffsetHours(time: EpochMs): 4 | 5 {
  const { begins, ends } = summerOf(new Date(time).getUTCFullYear())
  return time >= begins && time < ends ? 4 : 5
}

/**
 * Returns the wall clock of the exchange: its day, the minute of that day, and the milliseconds
 * into the minute.
 */
export function exchangeClock(time: EpochMs): {
  readonly day: ExchangeDay
  readonly minute: number
  readonly ms: number
} {
  const local = time - utcOffsetHours(time) * HOUR_MS
  const inDay = ((local % DAY_MS) + DAY_MS) % DAY_MS
  return {
    day: isoDay(local - inDay),
    minute: Math.floor(inDay / MINUTE_MS),
    ms: inDay % MINUTE_MS,
  }
}

/**
 * Returns the instant of a minute of an exchange day; in the hour that autumn repeats, the first of
 * the two.
 */
export function exchangeInstant(day: ExchangeDay, minute: number): EpochMs {
  const local = utcOf(day) + minute * MINUTE_MS
  const summer = epochMs(local + 4 * HOUR_MS)
  return utcOffsetHours(summer) === 4 ? summer : epochMs(local + 5 * HOUR_MS)
}

/** Returns the days of a year on which the exchange is closed, weekends excepted. */
export function holidays(year: number): ReadonlySet<ExchangeDay> {
  const known = holidayCache.get(year)
  if (known) return known
  const closures = CLOSURES.filter((day) => yearOf(day) === year)
  const set: ReadonlySet<ExchangeDay> = new Set([...usHolidays(year).keys(), ...closures])
  holidayCache.set(year, set)
  return set
}
const holidayCache = new Map<number, ReadonlySet<ExchangeDay>>()

/** True on days with a regular session. */
export const isTradingDay = (day: ExchangeDay): boolean =>
  !isWeekend(day) && !holidays(yearOf(day)).has(day)

/**
 * Returns the minute of the day at which the regular session ends: 16:00, or 13:00 on short days.
 */
export const closeMinute = (day: ExchangeDay): number =>
  isTradingDay(day) && shortDays(yearOf(day)).includes(day) ? EARLY_CLOSE_MINUTE : CLOSE_MINUTE

/** Returns the minute at which extended hours end: 20:00, or 17:00 on short days. */
export const postCloseMinute = (day: ExchangeDay): number =>
  closeMinute(day) < CLOSE_MINUTE ? SHORT_POST_CLOSE_MINUTE : OVERNIGHT_MINUTE

/**
 * Returns the trading day `offset` trading days after (or, if negative, before) `day`; offset 0
 * returns the day itself or the next trading day.
 */
export const tradingDay = (day: ExchangeDay, offset: number): ExchangeDay =>
  openDay(day, offset, isTradingDay)

/**
 * Returns the exchange's session at an instant; "unknown" outside of the years that the calendar
 * covers, where nobody published its hours.
 */
export const sessionAt = (time: EpochMs): MarketSession =>
  covers(US_EQUITIES, exchangeClock(time).day) ? sessionByRule(time) : 'unknown'

/**
 * Returns the session that the rules give at an instant of any year, also of one that the calendar
 * does not cover: for the practice exchange, and where bars are only drawn. The overnight session
 * runs from 20:00 to 04:00 before each trading day; after the short extended hours of a short day
 * nothing trades.
 */
export function sessionByRule(time: EpochMs): RuledSession {
  const { day, minute } = exchangeClock(time)
  if (minute >= OVERNIGHT_MINUTE) return isTradingDay(nextDay(day)) ? 'overnight' : 'closed'
  if (!isTradingDay(day)) return 'closed'
  if (minute < PRE_OPEN_MINUTE) return 'overnight'
  if (minute < OPEN_MINUTE) return 'pre'
  if (minute < closeMinute(day)) return 'regular'
  return minute < postCloseMinute(day) ? 'post' : 'closed'
}

/** Returns the next calendar day. */
export const nextDay = (day: ExchangeDay): ExchangeDay => isoDay(utcOf(day) + DAY_MS)

/** Returns the calendar day before. */
export const previousDay = (day: ExchangeDay): ExchangeDay => isoDay(utcOf(day) - DAY_MS)
