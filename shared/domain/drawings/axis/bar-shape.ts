import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, epochMs, type EpochMs } from '../../time.js'
import { clockChangeNear } from '../../market/calendars/time-zone.js'
import { TIMESPAN_SECONDS, type Bar, type Timespan } from '../../market/bar.js'
import {
  exchangeClock,
  exchangeInstant,
  OPEN_MINUTE,
  sessionByRule,
} from '../../market/exchange-time.js'

/** The length of the bars of a chart: so many of the broker's bars make one. */
export interface ChartSpan {
  readonly base: Timespan
  readonly count: number
}

/** The most of the broker's bars that one bar of a chart is made of. */
export const MAX_SPAN_COUNT = 999

/** The broker's bars that are read for a chart, and how they are put together. */
export interface BarShape extends ChartSpan {
  /** Leaves out what is outside of the regular session. */
  readonly isRegularOnly: boolean
}

const DAYS_PER_WEEK = 7
const WORK_DAYS = 5
/** 1 January 1970 was a Thursday: weeks begin on the Monday three days before. */
const MONDAY_SHIFT = 3

const dayText = (utc: number): string => new Date(utc).toISOString().slice(0, 10)

/** Returns the start of the bar that the broker's bar of this time is a part of. */
export function groupStart(time: EpochMs, { base, count, isRegularOnly }: BarShape): EpochMs {
  const seconds = TIMESPAN_SECONDS[base]
  if (seconds !== null) return intradayStart(time, seconds * count * SECOND_MS, isRegularOnly)
  const { day } = exchangeClock(time)
  const days = Date.parse(`${day}T00:00:00Z`) / DAY_MS
  if (base === 'W') return weekStart(Math.floor((days + MONDAY_SHIFT) / DAYS_PER_WEEK), count)
  if (base === 'M') return monthStart(day, count)
  return base === 'Y' ? monthStart(day, count * 12) : workDayStart(days, count)
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
  const change = clockChangeNear(time)
  const isChanged = change !== null && change.time > midnight && change.time <= time
  return epochMs(Math.max(start, isChanged ? change.time : midnight))
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
export const isShown = ({ time }: Pick<Bar, 'time'>, { isRegularOnly }: BarShape): boolean =>
  !isRegularOnly || sessionByRule(time) === 'regular'
