import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  OPEN_MINUTE,
  type ExchangeDay,
} from '../../../../shared/domain/market/exchange-time.js'
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  epochMs,
  type EpochMs,
} from '../../../../shared/domain/time.js'
import { GAP_SHARE } from '../../market/tapes/factors.js'
import type { Occasion } from './types.js'

const MONTHS = [
  'JAN',
  'FEB',
  'MAR',
  'APR',
  'MAY',
  'JUN',
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
] as const

const serialOf = (day: ExchangeDay): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const daySerial = serialOf
export const dayAt = (serial: number): ExchangeDay =>
  new Date(serial * DAY_MS).toISOString().slice(0, 10)
export const addDays = (day: ExchangeDay, days: number): ExchangeDay => dayAt(serialOf(day) + days)
export const weekdayOf = (day: ExchangeDay): number => (((serialOf(day) + 4) % 7) + 7) % 7

/** Formats "2026-12-31" as in symbols: "26DEC31". */
export const dayCode = (day: ExchangeDay): string => `${monthCode(day)}${day.slice(8)}`
export const monthCode = (day: ExchangeDay): string =>
  `${day.slice(2, 4)}${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`

/** Returns the days that a symbol's date code covers, both included; null when it is no date. */
export function codeSpan(
  code: string,
): { readonly from: ExchangeDay; readonly to: ExchangeDay } | null {
  const match = /^(\d{2})(?:([A-Z]{3})(\d{2})?)?/.exec(code)
  if (match === null) return null
  const year = `20${match[1] ?? ''}`
  const month = MONTHS.findIndex((name) => name === match[2])
  if (match[2] === undefined || month === -1) return { from: `${year}-01-01`, to: `${year}-12-31` }
  const begin = `${year}-${String(month + 1).padStart(2, '0')}`
  const days = new Date(Date.UTC(Number(year), month + 1, 0)).getUTCDate()
  if (match[3] === undefined) return { from: `${begin}-01`, to: `${begin}-${days}` }
  return Number(match[3]) >= 1 && Number(match[3]) <= days
    ? { from: `${begin}-${match[3]}`, to: `${begin}-${match[3]}` }
    : null
}

/** Times of day of an occasion, in New York minutes; `opensDaysBefore` in days. */
export interface Times {
  readonly opensDaysBefore: number
  readonly opensMinute?: number
  readonly closesMinute: number
  readonly decidedMinute: number
  readonly paysMinute: number
}

/** Creates an occasion on a day at its usual times. */
export const occasionOn = (
  day: ExchangeDay,
  code: string,
  serial: number,
  times: Times,
): Occasion => ({
  code,
  serial,
  day,
  opensAt: exchangeInstant(addDays(day, -times.opensDaysBefore), times.opensMinute ?? 10 * 60),
  closesAt: exchangeInstant(day, times.closesMinute),
  decidedAt: exchangeInstant(day, times.decidedMinute),
  paysAt: exchangeInstant(day, times.paysMinute),
})

const daysBetween = function* (from: ExchangeDay, to: ExchangeDay): Generator<ExchangeDay> {
  for (let serial = serialOf(from); serial <= serialOf(to); serial += 1) yield dayAt(serial)
}

/** Creates occasions on every day that `picks`, with a code by day. */
export const onDays =
  (times: Times, picks: (day: ExchangeDay) => boolean = () => true) =>
  (from: ExchangeDay, to: ExchangeDay): readonly Occasion[] =>
    [...daysBetween(from, to)]
      .filter(picks)
      .map((day) => occasionOn(day, dayCode(day), serialOf(day), times))

/** Creates weekly occasions on a weekday (0 is Sunday). */
export const weekly = (weekday: number, times: Times) =>
  onDays(times, (day) => weekdayOf(day) === weekday)

const nthWeekday = (year: number, month: number, weekday: number, n: number): ExchangeDay => {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  if (n > 0) return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7)
  const last = addDays(
    nthWeekday(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, weekdayOf(first), 1),
    0,
  )
  let day = addDays(`${last.slice(0, 8)}01`, -1)
  while (weekdayOf(day) !== weekday) day = addDays(day, -1)
  return day
}
/** Returns the `n`th weekday of a month; the last for n = -1. */
export const weekdayOfMonth = nthWeekday

/** Creates monthly occasions on the day from `dayOf`; the code names the month of the figure. */
export const monthly =
  (times: Times, dayOf: (year: number, month: number) => ExchangeDay) =>
  (from: ExchangeDay, to: ExchangeDay): readonly Occasion[] => {
    const occasions: Occasion[] = []
    const first = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1
    const last = Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - 1
    for (let month = first; month <= last; month += 1) {
      const day = dayOf(Math.floor(month / 12), (month % 12) + 1)
      if (day >= from && day <= to) occasions.push(occasionOn(day, monthCode(day), month, times))
    }
    return occasions
  }

/** Creates yearly occasions in the years that `picks`, on December 31 or another day "MM-DD". */
export const annual =
  (
    times: Times,
    date: string | ((year: number) => ExchangeDay) = '12-31',
    picks: (year: number) => boolean = () => true,
  ) =>
  (from: ExchangeDay, to: ExchangeDay): readonly Occasion[] => {
    const occasions: Occasion[] = []
    for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
      const day = typeof date === 'string' ? `${year}-${date}` : date(year)
      if (picks(year) && day >= from && day <= to) {
        occasions.push(occasionOn(day, dayCode(day), year, times))
      }
    }
    return occasions
  }

/**
 * Creates an occasion at every full hour; the code ends with the hour in New York. Each opens some
 * hours ahead.
 */
export const hourly =
  (opensHoursBefore: number) =>
  (from: ExchangeDay, to: ExchangeDay): readonly Occasion[] =>
    [...daysBetween(from, to)].flatMap((day) =>
      Array.from({ length: 24 }, (_, hour): Occasion => {
        const instant = exchangeInstant(day, hour * 60)
        return {
          code: `${dayCode(day)}${String(hour).padStart(2, '0')}`,
          serial: serialOf(day) * 24 + hour,
          day,
          opensAt: epochMs(instant - opensHoursBefore * HOUR_MS),
          closesAt: instant,
          decidedAt: epochMs(instant + MINUTE_MS),
          paysAt: epochMs(instant + 10 * MINUTE_MS),
        }
      }),
    )

// Count trading days from here on, not from year 0.
const COUNT_FROM = serialOf('2015-01-01')
const counted: number[] = [0]
function tradingDaysBefore(serial: number): number {
  while (counted.length <= serial - COUNT_FROM) {
    counted.push(
      (counted.at(-1) ?? 0) + (isTradingDay(dayAt(COUNT_FROM + counted.length - 1)) ? 1 : 0),
    )
  }
  return counted[Math.max(0, serial - COUNT_FROM)] ?? 0
}

/**
 * Returns trading time: one unit per trading day; the night's share passes at its opening, the rest
 * over the regular session.
 */
export function sessionClock(time: EpochMs): number {
  const { day, minute, ms } = exchangeClock(time)
  const before = tradingDaysBefore(serialOf(day))
  if (!isTradingDay(day) || minute < OPEN_MINUTE) return before
  const close = closeMinute(day)
  return (
    before +
    GAP_SHARE +
    (1 - GAP_SHARE) * Math.min(1, (minute + ms / MINUTE_MS - OPEN_MINUTE) / (close - OPEN_MINUTE))
  )
}
