import type { Timespan } from '../market/bar.js'

export const AVERAGE_KINDS = ['sma', 'ema', 'rsi', 'atr'] as const
export const BANDS = ['upper', 'middle', 'lower'] as const
export type Band = (typeof BANDS)[number]

export const INDICATOR_ALERT_KINDS = [...AVERAGE_KINDS, 'macd', 'bollinger', 'vwap'] as const
export type AlertIndicatorKind = (typeof INDICATOR_ALERT_KINDS)[number]

/**
 * What is compared: the indicator with a level, the closing price with the indicator, or the MACD
 * line with its signal line.
 */
export const INDICATOR_COMPARISONS = ['level', 'price', 'signal'] as const
export type IndicatorComparison = (typeof INDICATOR_COMPARISONS)[number]

/** The comparisons that make sense for an indicator. */
export const COMPARISONS_OF: Readonly<Record<AlertIndicatorKind, readonly IndicatorComparison[]>> =
  {
    sma: ['price', 'level'],
    ema: ['price', 'level'],
    bollinger: ['price', 'level'],
    vwap: ['price', 'level'],
    rsi: ['level'],
    atr: ['level'],
    macd: ['signal', 'level'],
  }

/** The bars that alerts are evaluated on. Shorter ones would be read too often. */
export const ALERT_TIMESPANS = [
  'M1',
  'M5',
  'M15',
  'M30',
  'M60',
  'M120',
  'M240',
  'D',
  'W',
] as const satisfies readonly Timespan[]
export type AlertTimespan = (typeof ALERT_TIMESPANS)[number]

/** Every group of symbol and interval costs a read per bar. */
export const MAX_INDICATOR_ALERTS = 50
export const MAX_LENGTH = 200
