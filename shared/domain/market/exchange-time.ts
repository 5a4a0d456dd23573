import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '../time.js'
import type { MarketSession } from './quote.js'

/**
 * The US equity calendar and clock (America/New_York), computed by rule so that it needs no time
 * zone database:
 * daylight saving from the second Sunday of March to the first Sunday of November, 02:00 local.
 */

/** A calendar day of the exchange, "2026-11-20". */
export type ExchangeDay = string

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
const lastMonday = (year: number, month: number): number => {
  const last = utcDay(year, month + 1, 0)
  return last - ((weekday(last) + 6) % 7) * DAY_MS
}

/** Days as text by their midnight. Every price and every order needs the text of its day. */
const dayTexts = new Map<number, ExchangeDay>()
const MAX_DAY_TEXTS = 10_000

function isoDay(utc: number): ExchangeDay {
  const known = dayTexts.get(utc)
  if (known !== undefined) return known
  const text = new Date(utc).toISOString().slice(0, 10)
  if (dayTexts.size >= MAX_DAY_TEXTS) dayTexts.clear()
  dayTexts.set(utc, text)
  return text
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
  const local = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS
  const summer = epochMs(local + 4 * HOUR_MS)
  return utcOffsetHours(summer) === 4 ? summer : epochMs(local + 5 * HOUR_MS)
}

const easterCache = new Map<number, number>()
/** Computes Easter Sunday by the anonymous Gregorian computus. */
function easter(year: number): number {
  const known = easterCache.get(year)
  if (known !== undefined) return known
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  const day = utcDay(year, Math.floor(sum / 31), (sum % 31) + 1)
  easterCache.set(year, day)
  return day
}

/**
 * Returns the day a holiday is observed: Friday for one on a Saturday (except New Year), Monday for
 * one on a Sunday.
 */
const observed = (utc: number, saturday: boolean): number | null => {
  if (weekday(utc) === 6) return saturday ? utc - DAY_MS : null
  return weekday(utc) === 0 ? utc + DAY_MS : utc
}

const holidayCache = new Map<number, ReadonlySet<ExchangeDay>>()
/** Returns the days of a year on which the exchange is closed, weekends excepted. */
export function holidays(year: number): ReadonlySet<ExchangeDay> {
  const known = holidayCache.get(year)
  if (known) return known
  const days = [
    observed(utcDay(year, 1, 1), false),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    easter(year) - 2 * DAY_MS,
    lastMonday(year, 5),
    year >= 2022 ? observed(utcDay(year, 6, 19), true) : null,
    observed(utcDay(year, 7, 4), true),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 11, 4, 4),
    observed(utcDay(year, 12, 25), true),
  ]
  const set: ReadonlySet<ExchangeDay> = new Set(
    days.filter((day): day is number => day !== null).map(isoDay),
  )
  holidayCache.set(year, set)
  return set
}

/** True on days with a regular session. */
export function isTradingDay(day: ExchangeDay): boolean {
  const utc = Date.parse(`${day}T00:00:00Z`)
  const dow = weekday(utc)
  return dow !== 0 && dow !== 6 && !holidays(new Date(utc).getUTCFullYear()).has(day)
}

const earlyCloses = (year: number): readonly ExchangeDay[] => [
  isoDay(nthWeekday(year, 11, 4, 4) + DAY_MS),
  isoDay(utcDay(year, 12, 24)),
  isoDay(utcDay(year, 7, 3)),
]

/**
 * Returns the minute of the day at which the regular session ends: 16:00, or 13:00 on short days.
 */
export const closeMinute = (day: ExchangeDay): number =>
  isTradingDay(day) && earlyCloses(Number.parseInt(day.slice(0, 4), 10)).includes(day)
    ? EARLY_CLOSE_MINUTE
    : CLOSE_MINUTE

/** Returns the minute at which extended hours end: 20:00, or 17:00 on short days. */
export const postCloseMinute = (day: ExchangeDay): number =>
  closeMinute(day) < CLOSE_MINUTE ? SHORT_POST_CLOSE_MINUTE : OVERNIGHT_MINUTE

/**
 * Returns the trading day `offset` trading days after (or, if negative, before) `day`; offset 0
 * returns the day itself or the next trading day.
 */
export function tradingDay(day: ExchangeDay, offset: number): ExchangeDay {
  let utc = Date.parse(`${day}T00:00:00Z`)
  if (offset === 0) {
    while (!isTradingDay(isoDay(utc))) utc += DAY_MS
    return isoDay(utc)
  }
  const step = offset > 0 ? DAY_MS : -DAY_MS
  for (let left = Math.abs(offset); left > 0; ) {
    utc += step
    if (isTradingDay(isoDay(utc))) left -= 1
  }
  return isoDay(utc)
}

/**
 * Returns the exchange's session at an instant. The overnight session runs from 20:00 to 04:00
 * before each trading day; after the short extended hours of a short day nothing trades.
 */
export function sessionAt(time: EpochMs): MarketSession {
  const { day, minute } = exchangeClock(time)
  if (minute >= OVERNIGHT_MINUTE) return isTradingDay(nextDay(day)) ? 'overnight' : 'closed'
  if (!isTradingDay(day)) return 'closed'
  if (minute < PRE_OPEN_MINUTE) return 'overnight'
  if (minute < OPEN_MINUTE) return 'pre'
  if (minute < closeMinute(day)) return 'regular'
  return minute < postCloseMinute(day) ? 'post' : 'closed'
}

/** Returns the next calendar day. */
export const nextDay = (day: ExchangeDay): ExchangeDay =>
  isoDay(Date.parse(`${day}T00:00:00Z`) + DAY_MS)

/** Returns the calendar day before. */
export const previousDay = (day: ExchangeDay): ExchangeDay =>
  isoDay(Date.parse(`${day}T00:00:00Z`) - DAY_MS)
