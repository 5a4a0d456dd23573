import { DAY_MS } from '../../time.js'
import { isoDay, type ExchangeDay } from './days.js'

/**
 * The holidays that the exchanges of the United States share. Each market says in its own calendar
 * what they mean to it.
 */
export type Holiday =
  | 'new-year'
  | 'martin-luther-king'
  | 'presidents'
  | 'good-friday'
  | 'memorial'
  | 'juneteenth'
  | 'independence'
  | 'labor'
  | 'thanksgiving'
  | 'christmas'

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

const holidaysByYear = new Map<number, ReadonlyMap<ExchangeDay, Holiday>>()

/** Returns the days of a year on which the holidays are observed, by rule. */
export function usHolidays(year: number): ReadonlyMap<ExchangeDay, Holiday> {
  const made = holidaysByYear.get(year)
  if (made !== undefined) return made
  const days: readonly (readonly [Holiday, number | null])[] = [
    ['new-year', observed(utcDay(year, 1, 1), false)],
    ['martin-luther-king', nthWeekday(year, 1, 1, 3)],
    ['presidents', nthWeekday(year, 2, 1, 3)],
    ['good-friday', easter(year) - 2 * DAY_MS],
    ['memorial', lastMonday(year, 5)],
    ['juneteenth', year >= 2022 ? observed(utcDay(year, 6, 19), true) : null],
    ['independence', observed(utcDay(year, 7, 4), true)],
    ['labor', nthWeekday(year, 9, 1, 1)],
    ['thanksgiving', nthWeekday(year, 11, 4, 4)],
    ['christmas', observed(utcDay(year, 12, 25), true)],
  ]
  const holidays = new Map(
    days.flatMap(([name, utc]) => (utc === null ? [] : [[isoDay(utc), name] as const])),
  )
  holidaysByYear.set(year, holidays)
  return holidays
}

const shorts = new Map<number, readonly ExchangeDay[]>()

/** Returns the days of a year on which trading ends early, where they are no holidays. */
export function shortDays(year: number): readonly ExchangeDay[] {
  const made = shorts.get(year)
  if (made !== undefined) return made
  const days = [
    isoDay(nthWeekday(year, 11, 4, 4) + DAY_MS),
    isoDay(utcDay(year, 12, 24)),
    isoDay(utcDay(year, 7, 3)),
  ]
  shorts.set(year, days)
  return days
}
