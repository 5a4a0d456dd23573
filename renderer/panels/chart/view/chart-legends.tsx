import { useCallback } from 'react'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { readBar } from '../../../chart/bars/bar-model.js'
import type { ChartContent } from '../../../chart/chart-content.js'
import type { ChartView } from '../../../chart/chart-view.js'
import type { IndicatorSettings } from '../../../chart/indicators/settings.js'
import type { BarRange } from '../../../chart/indicators/volume-profile.js'
import type { ShownOutcome } from '../../../chart/market/shown-outcome.js'
import type { BarShape } from '../../../chart/spans/chart-span.js'
import { QuoteAge } from '../../../ui/reading/quote-age.js'
import { ChartLegend, type LegendProps } from '../chart-legend.js'
import type { ChartDialog } from '../chart-tools.js'
import { PaneIndicators, PriceIndicators } from '../indicators/indicator-legends.js'
import type { Bars } from '../use-bars.js'
import { ChartExtras } from './chart-extras.js'
import type { ChartViewSettings } from './chart-view-settings.js'
import type { Compared } from './use-compared.js'

interface ChartLegendsProps {
  readonly symbol: Symbol
  readonly outcome: ShownOutcome
  readonly shape: BarShape
  readonly shown: ChartViewSettings
  readonly onShown: (part: Partial<ChartViewSettings>) => void
  readonly indicators: readonly IndicatorSettings[]
  readonly onIndicators: (next: readonly IndicatorSettings[]) => void
  readonly onDialog: (dialog: ChartDialog) => void
  /** The view once it exists, for what is shown over it. */
  readonly drawn: ChartView | null
  readonly bars: Bars
  readonly format: Pick<LegendProps, 'timespan' | 'places' | 'locale' | 'zone'>
  readonly crosshair: number | null
  readonly range: BarRange | null
  readonly content: ChartContent
  readonly compared: readonly Compared[]
}

/** The figures at the bar under the pointer. */
export function ChartLegends(props: ChartLegendsProps) {
  const { outcome, shape, shown, onShown, format, crosshair, range, content, compared } = props
  const { model } = props.bars
  const { indicators, marks } = content
  const reading = readBar(model, crosshair)
  const tools = useLegendTools(props)
  const ofIndicators = { ...tools, indicators, crosshair, places: format.places, model, range }
  const remove = (symbolToRemove: Symbol): void =>
    onShown({ compared: shown.compared.filter((other) => other !== symbolToRemove) })
  return (
    <>
      <div className="chart-legends">
        <ChartLegend
          {...format}
          outcome={outcome}
          reading={reading}
          age={reading?.bar === model.live && <QuoteAge symbol={props.symbol} />}
        />
        <PriceIndicators {...ofIndicators} />
        <ChartExtras
          model={model}
          shape={shape}
          crosshair={crosshair}
          compared={compared}
          marks={marks}
          onRemove={remove}
        />
      </div>
      {props.drawn !== null && <PaneIndicators {...ofIndicators} view={props.drawn} />}
    </>
  )
}

/** Returns what the buttons of an indicator do. */
function useLegendTools({
  indicators,
  onIndicators,
  onDialog,
  drawn,
}: Pick<ChartLegendsProps, 'indicators' | 'onIndicators' | 'onDialog' | 'drawn'>) {
  const onSettings = useCallback(() => onDialog('settings'), [onDialog])
  const onRemove = useCallback(
    (place: number) => {
      onIndicators(indicators.toSpliced(place, 1))
      // The pressed button goes with its indicator.
      drawn?.element.closest<HTMLElement>('.chart-picture')?.focus()
    },
    [indicators, onIndicators, drawn],
  )
  return { onSettings, onRemove }
}
