import { currentLocale } from '../language/language.js'
import { currentText } from '../language/window-text.js'

const EXCHANGE_ZONE = 'America/New_York'
/** The name of the one zone in which windows show times; the person's own is in tooltips. */
const EXCHANGE_ZONE_NAME = 'ET'

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(
  zone: string | undefined,
  shape: 'clock' | 'minute' | 'day' | 'full',
): Intl.DateTimeFormat {
  const locale = currentLocale()
  const key = `${locale}/${zone ?? ''}/${shape}`
  const cachedFormat = formats.get(key)
  if (cachedFormat !== undefined) return cachedFormat
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const day = { month: 'short', day: 'numeric' } as const
  const shapes: Record<typeof shape, Intl.DateTimeFormatOptions> = {
    clock,
    minute: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    day,
    full: { ...day, year: 'numeric', ...clock, timeZoneName: 'short' },
  }
  const format = new Intl.DateTimeFormat(locale, {
    ...shapes[shape],
    ...(zone === undefined ? {} : { timeZone: zone }),
  })
  formats.set(key, format)
  return format
}

/** Formats the time of day at the exchange: 09:30:05. */
export const exchangeTime = (time: number): string => formatOf(EXCHANGE_ZONE, 'clock').format(time)
const exchangeDay = (time: number): string => formatOf(EXCHANGE_ZONE, 'day').format(time)

/** Formats day and minute at the exchange: "Nov 24 04:00". */
export const exchangeDayTime = (time: number): string =>
  `${exchangeDay(time)} ${formatOf(EXCHANGE_ZONE, 'minute').format(time)}`

/**
 * Formats the time of day for the exchange's current day, day and time otherwise: "10:12:03" or
 * "Nov 19 10:12".
 */
export function exchangeStamp(time: number, now: number): string {
  if (exchangeDay(time) === exchangeDay(now) && Math.abs(now - time) < 86_400_000) {
    return exchangeTime(time)
  }
  return exchangeDayTime(time)
}

/** Made with the first use, because making it delays a start. */
let iso: Intl.DateTimeFormat | null = null
const isoFormat = (): Intl.DateTimeFormat =>
  (iso ??= new Intl.DateTimeFormat('en-US', {
    timeZone: EXCHANGE_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }))

/** Formats a time at the exchange in ISO 8601 with its zone: 2026-11-23T09:30:05-05:00. */
export function exchangeIso(time: number): string {
  const parts = isoFormat().formatToParts(time)
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((candidate) => candidate.type === type)?.value ?? ''
  const day = `${part('year')}-${part('month')}-${part('day')}`
  const clock = `${part('hour')}:${part('minute')}:${part('second')}`
  return `${day}T${clock}${part('timeZoneName').replace('GMT', '')}`
}

/** Formats a time at the exchange to the minute, in every language: "2026-11-23 09:30 ET". */
export const exchangeMinute = (time: number): string =>
  `${exchangeIso(time).slice(0, 16).replace('T', ' ')} ${EXCHANGE_ZONE_NAME}`

/** Formats a time like `exchangeIso`, with its milliseconds. */
export const exactIso = (time: number): string =>
  exchangeIso(time).replace(/(?=[+-]\d{2}:\d{2}$)/, `.${String(time % 1_000).padStart(3, '0')}`)

/** Formats a tooltip: the full time at the exchange, then local time. */
export const timeHint = (time: number): string =>
  [
    formatOf(EXCHANGE_ZONE, 'full').format(time),
    currentText().time.yours(formatOf(undefined, 'full').format(time)),
  ].join(' · ')

/** Formats an age in the largest unit that is not zero: 4 s, 3 min, 2 h. */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1_000))
  if (seconds < 60) return currentText().time.seconds(seconds)
  if (seconds < 3_600) return currentText().time.minutes(Math.floor(seconds / 60))
  return seconds < 86_400
    ? currentText().time.hours(Math.floor(seconds / 3_600))
    : currentText().time.days(Math.floor(seconds / 86_400))
}

/** Formats day and time at the exchange, with the zone: "Nov 21 15:20 ET". */
export const dayStamp = (time: number): string =>
  `${exchangeDay(time)} ${formatOf(EXCHANGE_ZONE, 'minute').format(time)} ${EXCHANGE_ZONE_NAME}`

/** Formats day and time to the second at the exchange, with the zone: "Nov 21 15:20:05 ET". */
export const secondStamp = (time: number): string => `${exchangeDay(time)} ${clockStamp(time)}`

/** Formats the time of day at the exchange, with the zone: "15:20:05 ET". */
export const clockStamp = (time: number): string => `${exchangeTime(time)} ${EXCHANGE_ZONE_NAME}`

/** Formats the time left, to the second: 4:05. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
}
