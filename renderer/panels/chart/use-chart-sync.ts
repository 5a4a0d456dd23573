import { useCallback, useEffect, useState, type RefObject } from 'react'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChartView } from '../../chart/chart-view.js'
import { useMainWindow } from '../../stores/context.js'

/** What a chart does so that the others of its window follow. */
export interface SyncedChart {
  readonly chooseTimespan: (timespan: Timespan) => void
  readonly onPointer: (time: EpochMs | null) => void
}

/**
 * Follows the crosshair and the timespan of the other charts of the window, and tells them this
 * chart's own, as far as the person has them synced.
 */
export function useChartSync(
  view: RefObject<ChartView | null>,
  setTimespan: (timespan: Timespan) => void,
): SyncedChart {
  const { charts } = useMainWindow()
  const [source] = useState(() => ({}))
  useEffect(
    () =>
      charts.follow(source, (signal) => {
        if (signal.kind === 'timespan') setTimespan(signal.timespan)
        else view.current?.showCrosshair(signal.time)
      }),
    [charts, source, view, setTimespan],
  )
  const chooseTimespan = useCallback(
    (timespan: Timespan) => {
      setTimespan(timespan)
      charts.publish({ kind: 'timespan', timespan, source })
    },
    [charts, source, setTimespan],
  )
  const onPointer = useCallback(
    (time: EpochMs | null) => charts.publish({ kind: 'crosshair', time, source }),
    [charts, source],
  )
  return { chooseTimespan, onPointer }
}
