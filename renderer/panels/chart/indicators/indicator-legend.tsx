import type { IndicatorValues } from '../../../chart/indicators/indicator-run.js'
import { colorPlace, specOf } from '../../../chart/indicators/catalogue.js'
import type { IndicatorSettings } from '../../../chart/indicators/settings.js'
import { valueAt } from '../../../chart/number.js'
import { formatCompact, formatDecimal } from '../../../format/decimal.js'
import {
  profileLevels,
  visibleProfile,
  type BarRange,
} from '../../../chart/indicators/volume-profile.js'
import type { BarModel } from '../../../chart/bar-model.js'
import type { WindowText } from '../../../../shared/messages/window/window-text.js'
import { useMemo } from 'react'
import { useText } from '../../../language/window-text.js'

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
  model,
  range,
}: {
  readonly indicators: readonly IndicatorValues[]
  readonly model: BarModel
  /** The bars in view, for profiles; null while it is not known. */
  readonly range: BarRange | null
  /** The index of the bar under the pointer; null for the newest. */
  readonly crosshair: number | null
  readonly places: number
}) {
  const text = useText().indicators
  return (
    <dl className="chart-indicators tnum" data-testid="chart-indicators">
      {indicators.map(({ settings, history, live }, place) => (
        <div key={`${place}/${settings.kind}`} data-indicator={settings.kind}>
          <dt>
            {isOneColor(settings) && <Key place={colorPlace(place, specOf(settings.kind), 0)} />}
            {indicatorName(settings, text)}
          </dt>
          {settings.kind === 'volume-profile' && range !== null && (
            <ProfileValues settings={settings} model={model} range={range} places={places} />
          )}
          {specOf(settings.kind).plots.map((plot, index) => {
            const last = history.length - (live === null ? 1 : 0)
            const source = (crosshair ?? last) - plot.shift
            const values = source === history.length ? live : history[source]
            return (
              <dd key={plot.name} data-plot={plot.name}>
                {!isOneColor(settings) && plot.style !== 'histogram' && (
                  <Key place={colorPlace(place, specOf(settings.kind), index)} />
                )}
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

/** True where the lines share a color, or there is only one. */
function isOneColor({ kind }: IndicatorSettings): boolean {
  const { colors, plots } = specOf(kind)
  return colors === 'one' || plots.length === 1
}

/** The color of a line of the chart. */
function Key({ place }: { readonly place: number }) {
  return <span className={`chart-key indicator-${place}`} aria-hidden />
}

const LEVELS = ['control', 'valueHigh', 'valueLow'] as const

/** The price with the most volume, and the limits of the value area. */
function ProfileValues({
  settings,
  model,
  range,
  places,
}: {
  readonly settings: IndicatorSettings
  readonly model: BarModel
  readonly range: BarRange
  readonly places: number
}) {
  const text = useText().indicators
  const levels = useMemo(() => {
    const profile = visibleProfile(model, range, settings)
    return profile === null ? null : profileLevels(profile)
  }, [model, range, settings])
  return LEVELS.map((name) => (
    <dd key={name} data-plot={name}>
      <span className="dim">{text.profile[name]} </span>
      {valueText(levels?.[name], places)}
    </dd>
  ))
}
