import type { Price, Quantity } from '../decimal.js'
import type { EpochMs } from '../time.js'

/**
 * The provider's bar intervals (MARKET-1): seconds, minutes, then calendar units in the exchange's
 * time zone.
 */
export const TIMESPANS = [
  'S5',
  'S15',
  'M1',
  'M5',
  'M15',
  'M30',
  'M60',
  'M120',
  'M240',
  'D',
  'W',
  'M',
  'Y',
] as const
export type Timespan = (typeof TIMESPANS)[number]

/**
 * The sessions of a stock's trading day: pre-market, regular, after hours, and overnight between
 * two days.
 */
export const BAR_SESSIONS = ['pre', 'regular', 'post', 'overnight'] as const
export type BarSession = (typeof BAR_SESSIONS)[number]

/** One bar; `time` is the start of its interval. */
export interface Bar {
  readonly time: EpochMs
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Quantity
}

/** The length of intervals that are a fixed number of seconds; null for calendar intervals. */
export const TIMESPAN_SECONDS: Record<Timespan, number | null> = {
  S5: 5,
  S15: 15,
  M1: 60,
  M5: 300,
  M15: 900,
  M30: 1_800,
  M60: 3_600,
  M120: 7_200,
  M240: 14_400,
  D: null,
  W: null,
  M: null,
  Y: null,
}

const DAY_AND_LONGER: readonly Timespan[] = ['D', 'W', 'M', 'Y']
/** True for bars of a day or longer, which have no bars outside the regular session. */
export const isDayOrLonger = (timespan: Timespan): boolean => DAY_AND_LONGER.includes(timespan)
