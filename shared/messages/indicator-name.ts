import type { AlertIndicator } from '../domain/alerts/alert.schema.js'
import { decimalText, trim } from '../domain/decimal.js'

/** The names of indicators with their settings, which are the same in every language: "RSI(14)". */
export function settingsText(indicator: AlertIndicator): string {
  switch (indicator.kind) {
    case 'macd':
      return `MACD(${indicator.fast}, ${indicator.slow}, ${indicator.signal})`
    case 'bollinger':
      return `Bollinger(${indicator.length}, ${decimalText(trim(indicator.deviations))})`
    case 'vwap':
      return 'VWAP'
    case 'atr':
    case 'ema':
    case 'rsi':
    case 'sma':
      return `${indicator.kind.toUpperCase()}(${indicator.length})`
  }
}

/** The intervals within a day. */
export const SPAN_NAMES = {
  M1: '1 min',
  M5: '5 min',
  M15: '15 min',
  M30: '30 min',
  M60: '1 h',
  M120: '2 h',
  M240: '4 h',
} as const
