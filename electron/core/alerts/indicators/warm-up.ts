import { lengthsOf, type AlertIndicator } from '../../../../shared/domain/alerts/alert.schema.js'
import type { AlertTimespan } from '../../../../shared/domain/alerts/indicator-alert.js'
import { TIMESPAN_SECONDS } from '../../../../shared/domain/market/bar.js'

/** A smoothed average depends on where it began; after so many lengths no more than rounding. */
const SMOOTHED_LENGTHS = 8
const MIN_SMOOTHED = 250
const DAY_SECONDS = 86_400

/** Returns how many bars an indicator needs before its value does not depend on the first one. */
export function warmUpBars(indicator: AlertIndicator, timespan: AlertTimespan): number {
  const longest = Math.max(0, ...lengthsOf(indicator))
  switch (indicator.kind) {
    case 'sma':
    case 'bollinger':
      return longest
    case 'vwap':
      return Math.ceil(DAY_SECONDS / (TIMESPAN_SECONDS[timespan] ?? DAY_SECONDS))
    case 'atr':
    case 'ema':
    case 'macd':
    case 'rsi':
      return Math.max(MIN_SMOOTHED, longest * SMOOTHED_LENGTHS)
  }
}
