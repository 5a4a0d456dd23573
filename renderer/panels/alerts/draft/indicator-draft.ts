import {
  COMPARISONS_OF,
  MAX_LENGTH,
  type AlertIndicatorKind,
  type Band,
  type IndicatorComparison,
} from '../../../../shared/domain/alerts/indicator-alert.js'
import type { AlertIndicator } from '../../../../shared/domain/alerts/alert.schema.js'
import { dec, decimalText, isPositive, parseDecimal } from '../../../../shared/domain/decimal.js'

/** The settings of an indicator as they are typed. */
export interface IndicatorDraft {
  readonly kind: AlertIndicatorKind
  readonly length: string
  readonly fast: string
  readonly slow: string
  readonly signal: string
  readonly deviations: string
  readonly band: Band
}

/** The usual settings, as those of the chart. */
const LENGTHS: Readonly<Record<AlertIndicatorKind, string>> = {
  sma: '20',
  ema: '20',
  rsi: '14',
  atr: '14',
  bollinger: '20',
  macd: '',
  vwap: '',
}

export const newIndicator = (kind: AlertIndicatorKind): IndicatorDraft => ({
  kind,
  length: LENGTHS[kind],
  fast: '12',
  slow: '26',
  signal: '9',
  deviations: '2',
  band: 'upper',
})

/** Returns the fields that an indicator has. */
export function lengthFields(
  kind: AlertIndicatorKind,
): readonly ('length' | 'fast' | 'slow' | 'signal')[] {
  if (kind === 'vwap') return []
  return kind === 'macd' ? ['fast', 'slow', 'signal'] : ['length']
}

export function draftIndicator(indicator: AlertIndicator): IndicatorDraft {
  const base = newIndicator(indicator.kind)
  switch (indicator.kind) {
    case 'vwap':
      return base
    case 'macd':
      return {
        ...base,
        fast: `${indicator.fast}`,
        slow: `${indicator.slow}`,
        signal: `${indicator.signal}`,
      }
    case 'bollinger':
      return {
        ...base,
        length: `${indicator.length}`,
        deviations: decimalText(indicator.deviations),
        band: indicator.band,
      }
    case 'atr':
    case 'ema':
    case 'rsi':
    case 'sma':
      return { ...base, length: `${indicator.length}` }
  }
}

const lengthOf = (text: string): number | null => {
  const value = Number(text.trim())
  return Number.isInteger(value) && value >= 1 && value <= MAX_LENGTH ? value : null
}

/** Returns the indicator of typed settings; null while they are not possible. */
export function indicatorOf(draft: IndicatorDraft): AlertIndicator | null {
  const length = lengthOf(draft.length)
  switch (draft.kind) {
    case 'vwap':
      return { kind: 'vwap' }
    case 'macd': {
      const [fast, slow, signal] = [draft.fast, draft.slow, draft.signal].map(lengthOf)
      return fast != null && slow != null && signal != null && fast < slow
        ? { kind: 'macd', fast, slow, signal }
        : null
    }
    case 'bollinger': {
      const deviations = parseDecimal(draft.deviations.trim()) ?? dec('0')
      return length === null || !isPositive(deviations)
        ? null
        : { kind: 'bollinger', length, deviations, band: draft.band }
    }
    case 'atr':
    case 'ema':
    case 'rsi':
    case 'sma':
      return length === null ? null : { kind: draft.kind, length }
  }
}

/** Returns a comparison that the indicator has: the given one, else its usual one. */
export function comparisonFor(
  kind: AlertIndicatorKind,
  comparison: IndicatorComparison,
): IndicatorComparison {
  const possible = COMPARISONS_OF[kind]
  return possible.includes(comparison) ? comparison : (possible[0] ?? 'level')
}
