import { useCallback, useEffect, useState, type RefObject } from 'react'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChartView } from '../../chart/chart-view.js'
import { parseSpan, spanText, type ChartSpan } from '../../chart/spans/chart-span.js'
import { useMainWindow } from '../../stores/context.js'

/** What a chart does so that the others of its window follow. */
export interface SyncedChart {
  readonly chooseSpan: (span: ChartSpan) => void
  readonly onPointer: (time: EpochMs | null) => void
}

/**
 * Follows the crosshair and the timespan of the other charts of the window, and sends them this
 * chart's own, as far as the person has them synced.
 */
export function useChartSync(
  view: RefObject<ChartView | null>,
  setSpan: (span: ChartSpan) => void,
): SyncedChart {
  const { charts } = useMainWindow()
  const [source] = useState(() => ({}))
  useEffect(
    () =>
      charts.follow(source, (signal) => {
        if (signal.kind === 'crosshair') return view.current?.crosshair.show(signal.time)
        const span = parseSpan(signal.span)
        return span === null ? undefined : setSpan(span)
      }),
    [charts, source, view, setSpan],
  )
  const chooseSpan = useCallback(
    (span: ChartSpan) => {
      setSpan(span)
      charts.publish({ kind: 'timespan', span: spanText(span), source })
    },
    [charts, source, setSpan],
  )
  const onPointer = useCallback(
    (time: EpochMs | null) => charts.publish({ kind: 'crosshair', time, source }),
    [charts, source],
  )
  return { chooseSpan, onPointer }
}
