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
import type { BarModel } from '../../../chart/bars/bar-model.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { Settings2, X } from 'lucide-react'
import { memo, useMemo } from 'react'
import { useText } from '../../../language/window-text.js'
import { IconButton } from '../../../ui/button.js'

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

/** An indicator with its place on the chart, by which it has its colors. */
export interface LegendEntry {
  readonly values: IndicatorValues
  readonly place: number
}

/** What the values of a legend depend on, and what its buttons do. */
export interface IndicatorLegendContext {
  readonly model: BarModel
  /** The bars in view, for profiles; null while it is not known. */
  readonly range: BarRange | null
  /** The index of the bar under the pointer; null for the newest. */
  readonly crosshair: number | null
  readonly places: number
  readonly onSettings: () => void
  readonly onRemove: (place: number) => void
}

export interface IndicatorLegendProps extends IndicatorLegendContext {
  readonly entries: readonly LegendEntry[]
  /** The top of the pane that the indicators are drawn in, in px; none over the bars. */
  readonly top?: number
}

/** The values of some indicators at the bar under the pointer, or at the newest. */
export function IndicatorLegend({ entries, top, ...context }: IndicatorLegendProps) {
  return (
    <dl
      className={`chart-indicators tnum ${top === undefined ? '' : 'of-pane'}`}
      data-testid={top === undefined ? 'chart-indicators' : 'chart-pane-legend'}
      style={top === undefined ? undefined : { top }}
    >
      {entries.map((entry) => (
        <IndicatorEntry
          key={`${entry.place}/${entry.values.settings.kind}`}
          {...entry}
          {...context}
        />
      ))}
    </dl>
  )
}

/** The name of an indicator, the values of its lines, and its buttons. */
function IndicatorEntry({
  values: { settings, history, live },
  place,
  model,
  range,
  crosshair,
  places,
  onSettings,
  onRemove,
}: LegendEntry & IndicatorLegendContext) {
  const text = useText().indicators
  const name = indicatorName(settings, text)
  return (
    <div data-indicator={settings.kind}>
      <dt>
        {isOneColor(settings) && <Key place={colorPlace(place, specOf(settings.kind), 0)} />}
        {name}
      </dt>
      <IndicatorTools name={name} place={place} onSettings={onSettings} onRemove={onRemove} />
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
  )
}

/** The buttons of an indicator: the values beside them change with every tick, these do not. */
const IndicatorTools = memo(function IndicatorTools({
  name,
  place,
  onSettings,
  onRemove,
}: Pick<IndicatorLegendContext, 'onSettings' | 'onRemove'> & {
  readonly name: string
  readonly place: number
}) {
  const text = useText().indicators
  return (
    <dd className="chart-indicator-tools">
      <IconButton
        icon={Settings2}
        size="small"
        label={text.settingsOf(name)}
        onClick={onSettings}
      />
      <IconButton icon={X} size="small" label={text.remove(name)} onClick={() => onRemove(place)} />
    </dd>
  )
})

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
