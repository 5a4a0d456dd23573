import type { IndicatorValues } from '../../chart/indicators/indicator-run.js'
import { specOf } from '../../chart/indicators/catalogue.js'
import type { IndicatorSettings } from '../../chart/indicators/settings.js'
import { valueAt } from '../../chart/number.js'
import { formatCompact, formatDecimal } from '../../format/decimal.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { useText } from '../../language/window-text.js'

/** Returns an indicator with its parameters, as a trader writes it: "MACD 12 26 9". */
export function indicatorName(
  { kind, parameters }: IndicatorSettings,
  text: WindowText['indicators'],
): string {
  const shown = specOf(kind).parameters.flatMap(({ type }, index) =>
    type === 'date' ? [] : [String(parameters[index])],
  )
  return [text.short[kind], ...shown].join(' ')
}

const LARGE = 100_000

const valueText = (value: number | null | undefined, places: number): string => {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–'
  return Math.abs(value) >= LARGE
    ? formatCompact(valueAt(value, 0))
    : formatDecimal(valueAt(value, places), places)
}

/** The values of the indicators at the bar under the pointer, or at the newest. */
export function IndicatorLegend({
  indicators,
  crosshair,
  places,
}: {
  readonly indicators: readonly IndicatorValues[]
  /** The index of the bar under the pointer; null for the newest. */
  readonly crosshair: number | null
  readonly places: number
}) {
  const text = useText().indicators
  return (
    <dl className="chart-indicators tnum" data-testid="chart-indicators">
      {indicators.map(({ settings, history, live }, place) => (
        <div key={`${place}/${settings.kind}`} data-indicator={settings.kind}>
          <dt>{indicatorName(settings, text)}</dt>
          {specOf(settings.kind).plots.map((plot, index) => {
            const last = history.length - (live === null ? 1 : 0)
            const source = (crosshair ?? last) - plot.shift
            const values = source === history.length ? live : history[source]
            return (
              <dd key={plot.name} data-plot={plot.name}>
                {plot.name !== 'value' && <span className="dim">{text.plots[plot.name]} </span>}
                {valueText(values?.[index], places)}
              </dd>
            )
          })}
        </div>
      ))}
    </dl>
  )
}
