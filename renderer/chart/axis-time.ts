import { exchangeClock, utcOffsetHours } from '../../shared/domain/market/exchange-time.js'
import { HOUR_MS, SECOND_MS, epochMs, type EpochMs } from '../../shared/domain/time.js'
import type { Timespan } from '../../shared/domain/market/bar.js'

/**
 * Exchange wall-clock seconds. The chart library knows no time zones and cuts days at UTC midnight;
 * passing the exchange's wall clock as if it were UTC places day, month and year marks correctly.
 * The hour repeated each November falls on a Sunday night without trading, so the mapping stays
 * strictly increasing for bars.
 */
export type AxisSeconds = number & { readonly __axis: 'exchange wall clock' }

/** Converts an instant to exchange wall-clock seconds. */
export const toAxis = (time: EpochMs): AxisSeconds =>
  (Math.floor(time / SECOND_MS) - utcOffsetHours(time) * (HOUR_MS / SECOND_MS)) as AxisSeconds

/**
 * Converts exchange wall-clock seconds to an instant; the inverse of `toAxis` outside the repeated
 * hour.
 */
export function fromAxis(axis: number): EpochMs {
  const winter = epochMs((axis + 5 * 3_600) * SECOND_MS)
  const summer = epochMs((axis + 4 * 3_600) * SECOND_MS)
  return utcOffsetHours(summer) === 4 ? summer : winter
}

const pad = (value: number): string => value.toString().padStart(2, '0')

/** Formats an instant as "HH:mm" or "HH:mm:ss" on the exchange's clock. */
export function clockText(time: EpochMs, seconds: boolean): string {
  const { minute, ms } = exchangeClock(time)
  const text = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
  return seconds ? `${text}:${pad(Math.floor(ms / SECOND_MS))}` : text
}

const formats = new Map<string, Intl.DateTimeFormat>()
/**
 * Formats a calendar day. Formats are cached: creating one costs more than using it, and the axis
 * needs every label in every frame.
 */
function dayText(
  time: EpochMs,
  locale: string,
  shape: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = `${locale}/${shape}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(Date.parse(`${exchangeClock(time).day}T12:00:00Z`))
}

const isDaily = (timespan: Timespan): boolean => timespan === 'D' || timespan === 'W'

/**
 * Formats a bar's time for legend, crosshair and table, only as precisely as its timespan requires;
 * a time of day with its zone.
 */
export function barTimeText(time: EpochMs, timespan: Timespan, locale: string): string {
  if (timespan === 'Y') return dayText(time, locale, 'year', { year: 'numeric' })
  if (timespan === 'M') {
    return dayText(time, locale, 'year-month', { year: 'numeric', month: 'short' })
  }
  if (isDaily(timespan)) {
    return dayText(time, locale, 'date', {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
    })
  }
  const options = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const day = dayText(time, locale, 'weekday', options)
  return `${day} ${clockText(time, timespan.startsWith('S'))} ET`
}

/** The kind of a mark on the time axis, coarsest first. */
export type MarkKind = 'year' | 'month' | 'day' | 'time' | 'seconds'

/**
 * Formats a label of the time axis, at most about eight characters so that labels never overlap.
 */
export function markText(time: EpochMs, kind: MarkKind, locale: string): string {
  if (kind === 'time' || kind === 'seconds') return clockText(time, kind === 'seconds')
  return dayText(
    time,
    locale,
    `mark-${kind}`,
    kind === 'year'
      ? { year: 'numeric' }
      : kind === 'month'
        ? { month: 'short' }
        : { day: 'numeric' },
  )
}
