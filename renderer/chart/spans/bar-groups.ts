import { TIMESPAN_SECONDS, type Bar } from '../../../shared/domain/market/bar.js'
import { add, maxOf, minOf, type Quantity } from '../../../shared/domain/decimal.js'
import {
  exchangeClock,
  exchangeInstant,
  OPEN_MINUTE,
  sessionAt,
  utcOffsetHours,
} from '../../../shared/domain/market/exchange-time.js'
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  epochMs,
  type EpochMs,
} from '../../../shared/domain/time.js'
import type { BarShape } from './chart-span.js'

const DAYS_PER_WEEK = 7
const WORK_DAYS = 5
/** 1 January 1970 was a Thursday: weeks begin on the Monday three days before. */
const MONDAY_SHIFT = 3
/** How long after midnight the clock changes on the days on which it does. */
const CLOCK_CHANGE_MS = 2 * HOUR_MS

const dayText = (utc: number): string => new Date(utc).toISOString().slice(0, 10)

/** Returns the start of the bar that the broker's bar of this time is a part of. */
export function groupStart(time: EpochMs, { base, count, isRegularOnly }: BarShape): EpochMs {
  const seconds = TIMESPAN_SECONDS[base]
  if (seconds !== null) return intradayStart(time, seconds * count * SECOND_MS, isRegularOnly)
  const { day } = exchangeClock(time)
  const days = Date.parse(`${day}T00:00:00Z`) / DAY_MS
  switch (base) {
    case 'W':
      return weekStart(Math.floor((days + MONDAY_SHIFT) / DAYS_PER_WEEK), count)
    case 'M':
    case 'Y':
      return monthStart(day, base === 'Y' ? count * 12 : count)
    default:
      return workDayStart(days, count)
  }
}

/**
 * Aligned to the clock, as the broker's: hours and longer, and regular hours, to the open. A bar
 * never reaches over midnight, nor over the moment at which the clock changes.
 */
function intradayStart(time: EpochMs, lengthMs: number, isRegularOnly: boolean): EpochMs {
  const { day, minute, ms } = exchangeClock(time)
  const openMs = OPEN_MINUTE * MINUTE_MS
  const shift = isRegularOnly || lengthMs >= HOUR_MS ? openMs % lengthMs : 0
  const inDay = minute * MINUTE_MS + ms
  const start = time - ((((inDay - shift) % lengthMs) + lengthMs) % lengthMs)
  const midnight = exchangeInstant(day, 0)
  const isChanged = utcOffsetHours(midnight) !== utcOffsetHours(time)
  return epochMs(Math.max(start, isChanged ? midnight + CLOCK_CHANGE_MS : midnight))
}

const weekStart = (week: number, count: number): EpochMs =>
  exchangeInstant(
    dayText((Math.floor(week / count) * count * DAYS_PER_WEEK - MONDAY_SHIFT) * DAY_MS),
    0,
  )

function monthStart(day: string, count: number): EpochMs {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  const first = Math.floor(months / count) * count
  return exchangeInstant(dayText(Date.UTC(Math.floor(first / 12), first % 12, 1)), 0)
}

/** Groups of working days, counted from a fixed Monday: older bars never move the limits. */
function workDayStart(days: number, count: number): EpochMs {
  const fromMonday = days + MONDAY_SHIFT
  const week = Math.floor(fromMonday / DAYS_PER_WEEK)
  const inWeek = Math.min(fromMonday - week * DAYS_PER_WEEK, WORK_DAYS - 1)
  const first = Math.floor((week * WORK_DAYS + inWeek) / count) * count
  const firstDay = Math.floor(first / WORK_DAYS) * DAYS_PER_WEEK + (first % WORK_DAYS)
  return exchangeInstant(dayText((firstDay - MONDAY_SHIFT) * DAY_MS), 0)
}

/** True for a bar that the shape shows. */
export const isShown = ({ time }: Bar, { isRegularOnly }: BarShape): boolean =>
  !isRegularOnly || sessionAt(time) === 'regular'

/** Returns the bar of two that follow each other, with the start of the first. */
export const joined = (first: Bar, next: Bar): Bar => ({
  time: first.time,
  open: first.open,
  high: maxOf(first.high, next.high),
  low: minOf(first.low, next.low),
  close: next.close,
  volume: add<Quantity>(first.volume, next.volume),
})
