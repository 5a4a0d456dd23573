import type { ChartView } from '../../../chart/chart-view.js'
import { specOf } from '../../../chart/indicators/catalogue.js'
import type { IndicatorValues } from '../../../chart/indicators/indicator-run.js'
import {
  IndicatorLegend,
  type IndicatorLegendContext,
  type LegendEntry,
} from './indicator-legend.js'
import { useEffect, useState } from 'react'

export interface IndicatorLegendsProps extends IndicatorLegendContext {
  readonly indicators: readonly IndicatorValues[]
}

/** Space between the top of a pane and its legend, in px. */
const GAP_PX = 2

const hasOwnPane = ({ values: { settings } }: LegendEntry): boolean =>
  specOf(settings.kind).pane === 'own'

const entriesOf = (indicators: readonly IndicatorValues[]): readonly LegendEntry[] =>
  indicators.map((values, place) => ({ values, place }))

/** The indicators that are drawn over the bars. */
export function PriceIndicators({ indicators, ...context }: IndicatorLegendsProps) {
  const entries = entriesOf(indicators).filter((entry) => !hasOwnPane(entry))
  return entries.length === 0 ? null : <IndicatorLegend {...context} entries={entries} />
}

/** The indicators that have a pane below the bars, each at the top left of its pane. */
export function PaneIndicators({
  indicators,
  view,
  ...context
}: IndicatorLegendsProps & { readonly view: ChartView }) {
  const tops = usePaneTops(view)
  const entries = entriesOf(indicators).filter(hasOwnPane)
  return (
    <div className="chart-pane-legends">
      {entries.map((entry, pane) => {
        const top = tops[pane]
        return top === undefined ? null : (
          <IndicatorLegend
            key={`${entry.place}/${entry.values.settings.kind}`}
            {...context}
            entries={[entry]}
            top={top + GAP_PX}
          />
        )
      })}
    </div>
  )
}

/** Returns the tops of the panes below the bars, in px, as panes come, go and change in height. */
function usePaneTops(view: ChartView): readonly number[] {
  const [tops, setTops] = useState<readonly number[]>([])
  useEffect(() => {
    const update = (): void => {
      const now = view.paneTops()
      setTops((before) => (isSame(before, now) ? before : now))
    }
    update()
    // Whatever changes the height of a pane changes that of the bars, which are then painted again.
    return view.trading.onPaint(update)
  }, [view])
  return tops
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((top, place) => top === b[place])
