import { clockChangeNear, utcOffsetMs } from '../../shared/domain/market/calendars/time-zone.js'
import { exchangeClock } from '../../shared/domain/market/exchange-time.js'
import { DAY_MS, MINUTE_MS, SECOND_MS, epochMs, type EpochMs } from '../../shared/domain/time.js'
import type { Timespan } from '../../shared/domain/market/bar.js'

/**
 * Exchange wall-clock seconds. The chart library knows no time zones and cuts days at UTC midnight;
 * passing the exchange's wall clock as if it were UTC places day, month and year marks correctly.
 * Coins and events trade through the time that each autumn repeats: both passes share its place,
 * each in half of it, so that bars stay in strictly increasing order.
 */
export type AxisSeconds = number & { readonly __axis: 'exchange wall clock' }

/** The time of the wall clock that a change repeats, in seconds. */
interface Repeated {
  /** When the first pass begins. */
  readonly from: number
  /** Where it begins on the axis. */
  readonly axis: number
  readonly length: number
}

/** Returns the time that is repeated within a day of an instant; null where there is none. */
function repeatedNear(time: EpochMs): Repeated | null {
  const change = clockChangeNear(time)
  if (change === null || change.after <= change.before) return null
  const length = (change.after - change.before) / SECOND_MS
  const from = change.time / SECOND_MS - length
  return { from, axis: from - change.before / SECOND_MS, length }
}

/** Converts an instant to exchange wall-clock seconds. */
export function toAxis(time: EpochMs): AxisSeconds {
  const seconds = Math.floor(time / SECOND_MS)
  const repeated = repeatedNear(time)
  const into = repeated === null ? -1 : seconds - repeated.from
  return (
    repeated !== null && into >= 0 && into < 2 * repeated.length
      ? repeated.axis + into / 2
      : seconds - utcOffsetMs(time) / SECOND_MS
  ) as AxisSeconds
}

/** Converts exchange wall-clock seconds to an instant: the inverse of `toAxis`. */
export function fromAxis(axis: number): EpochMs {
  const local = epochMs(axis * SECOND_MS)
  const guess = epochMs(local + utcOffsetMs(local))
  const change = clockChangeNear(guess)
  if (change === null) return guess
  const repeated = repeatedNear(guess)
  const into = repeated === null ? -1 : axis - repeated.axis
  if (repeated !== null && into >= 0 && into < repeated.length) {
    return epochMs((repeated.from + 2 * into) * SECOND_MS)
  }
  const later = epochMs(local + change.after)
  return later >= change.time ? later : epochMs(local + change.before)
}

/** The zones in which the chart writes times of day. A day is always the exchange's. */
export const CHART_ZONES = ['exchange', 'local', 'utc'] as const
export type ChartZone = (typeof CHART_ZONES)[number]

/** How times are written. */
export interface TimeStyle {
  readonly locale: string
  readonly zone: ChartZone
}

const pad = (value: number): string => value.toString().padStart(2, '0')

/** Returns the wall clock of a zone. */
function zoneClock(time: EpochMs, zone: ChartZone): ReturnType<typeof exchangeClock> {
  if (zone === 'exchange') return exchangeClock(time)
  const offsetMs = zone === 'utc' ? 0 : -new Date(time).getTimezoneOffset() * MINUTE_MS
  const local = time + offsetMs
  const inDay = ((local % DAY_MS) + DAY_MS) % DAY_MS
  return {
    day: new Date(local).toISOString().slice(0, 10),
    minute: Math.floor(inDay / MINUTE_MS),
    ms: inDay % MINUTE_MS,
  }
}

/** Formats an instant as "HH:mm" or "HH:mm:ss" on the clock of a zone. */
export function clockText(time: EpochMs, seconds: boolean, zone: ChartZone = 'exchange'): string {
  const { minute, ms } = zoneClock(time, zone)
  const text = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
  return seconds ? `${text}:${pad(Math.floor(ms / SECOND_MS))}` : text
}

/** Names a zone beside a time of day. */
function zoneName(time: EpochMs, { locale, zone }: TimeStyle): string {
  if (zone === 'exchange') return 'ET'
  if (zone === 'utc') return 'UTC'
  const parts = formatOf(locale, 'zone', { timeZoneName: 'short' }).formatToParts(time)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

const formats = new Map<string, Intl.DateTimeFormat>()
/**
 * Returns a format. They are kept: creating one costs more than using it, and the axis needs every
 * label in every frame.
 */
function formatOf(
  locale: string,
  shape: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale}/${shape}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

/** Formats a calendar day of a zone. */
const dayText = (
  time: EpochMs,
  { locale, zone }: TimeStyle,
  shape: string,
  options: Intl.DateTimeFormatOptions,
): string =>
  formatOf(locale, shape, { ...options, timeZone: 'UTC' }).format(
    Date.parse(`${zoneClock(time, zone).day}T12:00:00Z`),
  )

const isDaily = (timespan: Timespan): boolean => timespan === 'D' || timespan === 'W'

/**
 * Formats a bar's time for legend, crosshair and table, only as precisely as its timespan requires;
 * a time of day with its zone.
 */
export function barTimeText(
  time: EpochMs,
  timespan: Timespan,
  locale: string,
  zone: ChartZone = 'exchange',
): string {
  const ofExchange: TimeStyle = { locale, zone: 'exchange' }
  if (timespan === 'Y') return dayText(time, ofExchange, 'year', { year: 'numeric' })
  if (timespan === 'M') {
    return dayText(time, ofExchange, 'year-month', { year: 'numeric', month: 'short' })
  }
  if (isDaily(timespan)) {
    return dayText(time, ofExchange, 'date', {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
    })
  }
  const style: TimeStyle = { locale, zone }
  const options = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const day = dayText(time, style, 'weekday', options)
  return `${day} ${clockText(time, timespan.startsWith('S'), zone)} ${zoneName(time, style)}`
}

/** The kind of a mark on the time axis, coarsest first. */
export type MarkKind = 'year' | 'month' | 'day' | 'time' | 'seconds'

/**
 * Returns the kind of mark that is true in the zone of the labels. The axis cuts days, months and
 * years where they begin in New York. In a zone west of it the new day has not begun there, and the
 * mark would name the one before: it tells the time instead. Where a day, month or year of the
 * zone begins, the mark names that.
 */
export function zoneMark(time: EpochMs, kind: MarkKind, zone: ChartZone): MarkKind {
  if (zone === 'exchange') return kind
  const { day, minute, ms } = zoneClock(time, zone)
  if (kind === 'time' || kind === 'seconds') {
    if (minute !== 0 || ms !== 0) return kind
    if (!day.endsWith('-01')) return 'day'
    return day.endsWith('-01-01') ? 'year' : 'month'
  }
  return day < exchangeClock(time).day ? 'time' : kind
}

/**
 * Formats a label of the time axis, at most about eight characters so that labels never overlap.
 */
export function markText(time: EpochMs, kind: MarkKind, style: TimeStyle): string {
  if (kind === 'time' || kind === 'seconds') return clockText(time, kind === 'seconds', style.zone)
  return dayText(
    time,
    style,
    `mark-${kind}`,
    kind === 'year'
      ? { year: 'numeric' }
      : kind === 'month'
        ? { month: 'short' }
        : { day: 'numeric' },
  )
}
