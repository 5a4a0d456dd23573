import { useCallback, useMemo } from 'react'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { parseSpan, spanFor, spanText, type ChartSpan } from '../../../chart/spans/chart-span.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { setSetting } from '../../../stores/view-state.js'
import {
  parseViewSettings,
  viewSettingsText,
  type ChartViewSettings,
} from './chart-view-settings.js'

const SPAN = 'chart.timespan'
const VIEW = 'chart.view'
const USUAL_SPAN: ChartSpan = { base: 'M5', count: 1 }

/**
 * Returns the saved length of the bars, or the nearest that the product has, and its setter. The
 * next symbol may have the saved one again.
 */
export function useChartSpan(symbol: Symbol): readonly [ChartSpan, (span: ChartSpan) => void] {
  const { view } = useMainWindow()
  const saved = useSlice(view, ({ settings }) => settings[SPAN] ?? '')
  const product = symbolClass(symbol)
  const span = useMemo(() => spanFor(parseSpan(saved) ?? USUAL_SPAN, product), [saved, product])
  const set = useCallback((next: ChartSpan) => setSetting(view, SPAN, spanText(next)), [view])
  return [span, set]
}

/** Returns what the chart shows beside its bars, and the setter of a part of it. */
export function useChartView(): readonly [
  ChartViewSettings,
  (part: Partial<ChartViewSettings>) => void,
] {
  const { view } = useMainWindow()
  const saved = useSlice(view, ({ settings }) => settings[VIEW] ?? '')
  const parsed = useMemo(() => parseViewSettings(saved), [saved])
  const change = useCallback(
    (part: Partial<ChartViewSettings>) =>
      setSetting(view, VIEW, viewSettingsText({ ...parsed, ...part })),
    [view, parsed],
  )
  return [parsed, change]
}
