import type { BarShape, ChartSpan } from '../../../shared/domain/drawings/axis/bar-shape.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { isDayOrLonger, TIMESPAN_SECONDS, TIMESPANS } from '../../../shared/domain/market/bar.js'
import { PRODUCT_TIMESPANS } from '../../../shared/domain/market/product-timespans.js'

export type { BarShape, ChartSpan }

/** The units in which a person chooses the length of a bar. */
export const SPAN_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const
export type SpanUnit = (typeof SPAN_UNITS)[number]

/** The length of a bar as a person says it. */
export interface SpanLength {
  readonly amount: number
  readonly unit: SpanUnit
}

/** The longest bar of each unit: longer ones are chosen in the next unit. */
export const MAX_AMOUNTS: Readonly<Record<SpanUnit, number>> = {
  second: 55,
  minute: 240,
  hour: 24,
  day: 20,
  week: 26,
  month: 12,
}

const UNIT_SECONDS = { second: 1, minute: 60, hour: 3_600 } as const
const CALENDAR_BASES = { day: 'D', week: 'W', month: 'M' } as const
/** The shortest bars of the broker, in seconds; the length of others is a multiple of it. */
const SHORTEST_S = 5

/** The broker's intervals within a day, longest first. */
const INTRADAY = TIMESPANS.filter((timespan) => !isDayOrLonger(timespan)).toReversed()

/**
 * Returns the span of a length, of the longest bars of the broker that make it; null for one that
 * cannot be made.
 */
export function spanOfLength({ amount, unit }: SpanLength): ChartSpan | null {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > MAX_AMOUNTS[unit]) return null
  if (unit === 'day' || unit === 'week' || unit === 'month') {
    return { base: CALENDAR_BASES[unit], count: amount }
  }
  return spanOfSeconds(amount * UNIT_SECONDS[unit])
}

/**
 * Returns the span itself where the broker has its bars of the product; otherwise the nearest: a
 * minute for seconds, a day for what is longer.
 */
export function spanFor(span: ChartSpan, product: AssetClass): ChartSpan {
  if (PRODUCT_TIMESPANS[product].includes(span.base)) return span
  return { base: isDayOrLonger(span.base) ? 'D' : 'M1', count: 1 }
}

function spanOfSeconds(seconds: number): ChartSpan | null {
  if (seconds % SHORTEST_S !== 0) return null
  const base = INTRADAY.find((timespan) => seconds % (TIMESPAN_SECONDS[timespan] ?? 0) === 0)
  return base === undefined ? null : { base, count: seconds / (TIMESPAN_SECONDS[base] ?? seconds) }
}

/** Returns the length of a span in seconds; null for a day or longer. */
export function spanSeconds({ base, count }: ChartSpan): number | null {
  const seconds = TIMESPAN_SECONDS[base]
  return seconds === null ? null : seconds * count
}

/** Returns the length of a span in the largest unit that it is a whole number of. */
export function lengthOfSpan(span: ChartSpan): SpanLength {
  const seconds = spanSeconds(span)
  if (seconds === null) {
    if (span.base === 'Y') return { amount: span.count * 12, unit: 'month' }
    const unit = span.base === 'D' ? 'day' : span.base === 'W' ? 'week' : 'month'
    return { amount: span.count, unit }
  }
  const unit = seconds % 3_600 === 0 ? 'hour' : seconds % 60 === 0 ? 'minute' : 'second'
  return { amount: seconds / UNIT_SECONDS[unit], unit }
}

/** Returns a span as it is stored: "M5", or "M5x2". */
export const spanText = ({ base, count }: ChartSpan): string =>
  count === 1 ? base : `${base}x${count}`

const STORED = /^([A-Z]\d{0,3})(?:x(\d{1,3}))?$/

/** Reads a stored span; null for a text that is none. */
export function parseSpan(text: string): ChartSpan | null {
  const [, name, times = '1'] = STORED.exec(text) ?? []
  const base = TIMESPANS.find((timespan) => timespan === name)
  const count = Number(times)
  return base === undefined || count < 1 ? null : { base, count }
}

/** The longest bars that the limits of the regular session are also limits of. */
const REGULAR_BASE = { base: 'M30', seconds: 1_800 } as const

/**
 * Returns how the bars of a span are made. Without extended hours, hours are put together from
 * shorter bars: one of the broker's that begins at 15:30 contains trades after the close.
 */
export function shapeOf(span: ChartSpan, isRegularOnly: boolean): BarShape {
  const seconds = spanSeconds(span)
  const isMixed =
    isRegularOnly && seconds !== null && (TIMESPAN_SECONDS[span.base] ?? 0) > REGULAR_BASE.seconds
  return isMixed
    ? { base: REGULAR_BASE.base, count: seconds / REGULAR_BASE.seconds, isRegularOnly }
    : { ...span, isRegularOnly: isRegularOnly && seconds !== null }
}
