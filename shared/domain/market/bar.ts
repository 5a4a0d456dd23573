import type { Price, Quantity } from '../decimal.js'
import type { EpochMs } from '../time.js'

/**
 * The provider's bar lengths (MARKET-1): seconds, minutes, then calendar units in
 * the exchange's zone.
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
 * The parts of a stock's trading day: before the open, the regular hours, after the close, and the
 * night between two days.
 */
export const BAR_SESSIONS = ['pre', 'regular', 'post', 'overnight'] as const
export type BarSession = (typeof BAR_SESSIONS)[number]

/** One bar; `time` is the start of its span. */
export interface Bar {
  readonly time: EpochMs
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly volume: Quantity
}

/** Length of the spans that are plain numbers of seconds; null for calendar spans. */
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
