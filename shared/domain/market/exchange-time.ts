import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '../time.js'
import {
  covers,
  isoDay,
  isWeekend,
  openDay,
  utcOf,
  yearOf,
  type ExchangeDay,
} from './calendars/days.js'
import { clockChangeNear, utcOffsetMs } from './calendars/time-zone.js'
import { CLOSURES, US_EQUITIES } from './calendars/us-equities.js'
import { shortDays, usHolidays } from './calendars/us-holidays.js'
import type { MarketSession, RuledSession } from './quote.js'

/** The US equity calendar, and the clock of New York by the time zone database. */

export type { ExchangeDay }

export const OPEN_MINUTE = 9 * 60 + 30
export const CLOSE_MINUTE = 16 * 60
export const EARLY_CLOSE_MINUTE = 13 * 60
export const PRE_OPEN_MINUTE = 4 * 60
/** Where the overnight session of the next trading day begins, and extended hours end. */
export const OVERNIGHT_MINUTE = 20 * 60
/** Late sessions of a short day end at 17:00 (NYSE Group, Holiday and Early Closings Calendar). */
const SHORT_POST_CLOSE_MINUTE = 17 * 60

/**
 * Returns the wall clock of the exchange: its day, the minute of that day, and the milliseconds
 * into the minute.
 */
export function exchangeClock(time: EpochMs): {
  readonly day: ExchangeDay
  readonly minute: number
  readonly ms: number
} {
  const local = time - utcOffsetMs(time)
  const inDay = ((local % DAY_MS) + DAY_MS) % DAY_MS
  return {
    day: isoDay(local - inDay),
    minute: Math.floor(inDay / MINUTE_MS),
    ms: inDay % MINUTE_MS,
  }
}

/**
 * Returns the instant of a minute of an exchange day; in the hour that autumn repeats, the first of
 * the two, and in the hour that spring skips, as far after the change.
 */
export function exchangeInstant(day: ExchangeDay, minute: number): EpochMs {
  const local = epochMs(utcOf(day) + minute * MINUTE_MS)
  const guess = epochMs(local + utcOffsetMs(local))
  const change = clockChangeNear(guess)
  if (change === null) return guess
  const earlier = epochMs(local + change.before)
  const later = epochMs(local + change.after)
  return earlier >= change.time && later >= change.time ? later : earlier
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
