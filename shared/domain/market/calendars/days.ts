import { DAY_MS } from '../../time.js'

/** A calendar day of the exchange, "2026-11-20". */
export type ExchangeDay = string

/** Days as text by their midnight. Every price and every order needs the text of its day. */
const dayTexts = new Map<number, ExchangeDay>()
const MAX_DAY_TEXTS = 10_000

/** Returns the day that begins at a midnight, as if days began at midnight UTC. */
export function isoDay(utc: number): ExchangeDay {
  const known = dayTexts.get(utc)
  if (known !== undefined) return known
  const text = new Date(utc).toISOString().slice(0, 10)
  if (dayTexts.size >= MAX_DAY_TEXTS) dayTexts.clear()
  dayTexts.set(utc, text)
  return text
}

/** Returns the midnight at which a day begins, as if days began at midnight UTC. */
export const utcOf = (day: ExchangeDay): number => Date.parse(`${day}T00:00:00Z`)

/** Returns the year of a day. */
export const yearOf = (day: ExchangeDay): number => Number.parseInt(day.slice(0, 4), 10)

/** True on Saturdays and Sundays. */
export function isWeekend(day: ExchangeDay): boolean {
  const weekday = new Date(utcOf(day)).getUTCDay()
  return weekday === 0 || weekday === 6
}

/**
 * Returns the day `offset` open days after (or, if negative, before) `day`; offset 0 returns the
 * day itself or the next open day.
 */
export function openDay(
  day: ExchangeDay,
  offset: number,
  isOpen: (day: ExchangeDay) => boolean,
): ExchangeDay {
  let utc = utcOf(day)
  if (offset === 0) {
    while (!isOpen(isoDay(utc))) utc += DAY_MS
    return isoDay(utc)
  }
  const step = offset > 0 ? DAY_MS : -DAY_MS
  for (let left = Math.abs(offset); left > 0; ) {
    utc += step
    if (isOpen(isoDay(utc))) left -= 1
  }
  return isoDay(utc)
}

/** Where a market's hours come from, and the years for which they are known. */
export interface CalendarSource {
  readonly source: string
  readonly years: { readonly from: number; readonly to: number }
}

/** True in the years that a calendar covers. */
export const covers = ({ years }: CalendarSource, day: ExchangeDay): boolean =>
  yearOf(day) >= years.from && yearOf(day) <= years.to
