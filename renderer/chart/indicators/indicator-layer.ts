import {
  HistogramSeries,
  LineSeries,
  LineStyle,
  LineType,
  type HistogramData,
  type IChartApi,
  type ISeriesApi,
  type LineData,
  type SeriesType,
  type UTCTimestamp,
  type WhitespaceData,
} from 'lightweight-charts'
import { barAt, barCount, type BarModel } from '../bars/bar-model.js'
import type { BarSlice } from '../bars/bar-window.js'
import { VOLUME_SCALE } from '../series-pair.js'
import type { ChartTheme } from '../theme.js'
import { CloudLayer, type CloudSpan } from './cloud-layer.js'
import { numberBar } from './calculator.js'
import { colorPlace, specOf, type IndicatorSpec, type Plot, type PlotName } from './catalogue.js'
import type { IndicatorValues } from './indicator-run.js'
import { ProfileLayer } from './profile-layer.js'
import { settingsText } from './settings.js'

type PlotPoint = LineData<UTCTimestamp> | HistogramData<UTCTimestamp> | WhitespaceData<UTCTimestamp>
type PlotSeries = ISeriesApi<'Line'> | ISeriesApi<'Histogram'>

/** A plot as a static series and a live one of the last two bars, like the bars themselves. */
interface DrawnPlot {
  readonly plot: Plot
  readonly index: number
  readonly history: PlotSeries
  readonly live: PlotSeries
  /** The points of the static series. */
  drawn: readonly PlotPoint[]
  /** The points of the live series. */
  shown: readonly PlotPoint[]
}

interface DrawnIndicator {
  readonly spec: IndicatorSpec
  readonly profile: ProfileLayer | null
  readonly cloud: CloudLayer | null
  readonly plots: readonly DrawnPlot[]
  history: IndicatorValues['history'] | null
  slice: BarSlice | null
}

/** The price pane is this many times as high as the pane of an indicator. */
const PRICE_PANE_SHARE = 4
const QUIET = { lastValueVisible: false, priceLineVisible: false } as const

const colorAt = (theme: ChartTheme, place: number, spec: IndicatorSpec, plot: number): string =>
  theme.indicators[colorPlace(place, spec, plot)] ?? theme.text

/** Where and how a plot is drawn. */
interface PlotPlace {
  readonly index: number
  readonly spec: IndicatorSpec
  readonly color: string
  readonly pane: number
}

/** Draws the values of indicators over the bars and in panes below them. */
export class IndicatorLayer {
  readonly #chart: IChartApi
  readonly #anchor: () => ISeriesApi<SeriesType>
  #drawn: DrawnIndicator[] = []
  /** The indicators that have series, as a text. */
  #key = ''

  /** `anchor` returns the series of the bars, whose scale the prices have. */
  constructor(chart: IChartApi, anchor: () => ISeriesApi<SeriesType>) {
    this.#chart = chart
    this.#anchor = anchor
  }

  /** Draws the values for a slice of the bars; what has not changed costs nothing. */
  draw(
    indicators: readonly IndicatorValues[],
    model: BarModel,
    slice: BarSlice,
    theme: ChartTheme,
  ): void {
    const key = settingsText(indicators.map(({ settings }) => settings))
    if (key !== this.#key) this.#addSeries(indicators, theme)
    this.#key = key
    const bars = { model, slice, theme }
    for (const [place, values] of indicators.entries()) {
      const drawn = this.#drawn[place]
      if (drawn !== undefined) drawIndicator(drawn, values, bars)
    }
  }

  /** Removes all series; the next `draw` adds them again. */
  clear(): void {
    for (const { plots, profile } of this.#drawn) {
      profile?.remove()
      for (const { history, live } of plots) {
        this.#chart.removeSeries(history)
        this.#chart.removeSeries(live)
      }
    }
    this.#drawn = []
    this.#key = ''
  }

  #addSeries(indicators: readonly IndicatorValues[], theme: ChartTheme): void {
    this.clear()
    let pane = 0
    this.#drawn = indicators.map(({ settings }, order) => {
      const spec = specOf(settings.kind)
      if (spec.pane === 'own') pane += 1
      const place = spec.pane === 'own' ? pane : 0
      const plots = spec.plots.map((plot, index) =>
        this.#addPlot(plot, {
          index,
          spec,
          color: colorAt(theme, order, spec, index),
          pane: place,
        }),
      )
      this.#addLevels(spec, plots[0]?.history, theme)
      const profile =
        spec.kind === 'volume-profile'
          ? new ProfileLayer(this.#anchor(), settings, colorAt(theme, order, spec, 0), theme)
          : null
      const cloud = cloudOf(spec, plots, theme)
      return { spec, plots, profile, cloud, history: null, slice: null }
    })
    const [price, ...own] = this.#chart.panes()
    price?.setStretchFactor(PRICE_PANE_SHARE)
    for (const other of own) other.setStretchFactor(1)
  }

  #addPlot(plot: Plot, { index, spec, color, pane }: PlotPlace): DrawnPlot {
    const scale = {
      ...(spec.pane === 'volume' ? { priceScaleId: VOLUME_SCALE } : {}),
      ...(spec.unit === 'volume' ? { priceFormat: { type: 'volume' } as const } : {}),
      // Levels far from the price must not flatten the bars.
      ...(plot.style === 'steps' ? { autoscaleInfoProvider: () => null } : {}),
    }
    const add = (): PlotSeries =>
      plot.style === 'histogram'
        ? this.#chart.addSeries(HistogramSeries, { ...QUIET, ...scale, color }, pane)
        : this.#chart.addSeries(LineSeries, { ...lineStyle(plot, color), ...scale }, pane)
    return { plot, index, history: add(), live: add(), drawn: [], shown: [] }
  }

  #addLevels({ levels }: IndicatorSpec, series: PlotSeries | undefined, theme: ChartTheme): void {
    for (const price of levels) {
      series?.createPriceLine({
        price,
        color: theme.text,
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        axisLabelVisible: false,
        title: '',
      })
    }
  }
}

/** Returns the fill between both leading spans; null for what has none. */
function cloudOf(
  { plots: named }: IndicatorSpec,
  plots: readonly DrawnPlot[],
  theme: ChartTheme,
): CloudLayer | null {
  const spanOf = (name: PlotName): CloudSpan | null => {
    const plot = plots.find((drawn) => drawn.plot.name === name)
    return plot === undefined ? null : { plot: plot.index, series: plot.history }
  }
  const [a, b] = [spanOf('spanA'), spanOf('spanB')]
  const shift = named.find(({ name }) => name === 'spanA')?.shift ?? 0
  return a === null || b === null ? null : new CloudLayer([a, b], shift, theme)
}

const lineStyle = ({ style }: Plot, color: string) =>
  ({
    ...QUIET,
    color,
    lineWidth: 1,
    crosshairMarkerVisible: false,
    lineVisible: style !== 'dots',
    pointMarkersVisible: style === 'dots',
    pointMarkersRadius: 1.5,
    lineType: style === 'steps' ? LineType.WithSteps : LineType.Simple,
  }) as const

/** The bars that every indicator of a drawing is drawn over. */
interface BarsInView {
  readonly model: BarModel
  readonly slice: BarSlice
  readonly theme: ChartTheme
}

function drawIndicator(drawn: DrawnIndicator, values: IndicatorValues, bars: BarsInView): void {
  const { model, slice, theme } = bars
  drawn.profile?.show(model, slice.from, theme)
  drawn.cloud?.show(values, slice.from)
  const last = barCount(model) - 1
  const isInSlice = slice.to > last
  const to = Math.min(slice.to, model.history.length)
  const drawnHistory = drawn.history
  const isExtended =
    drawnHistory !== null &&
    drawn.slice?.from === slice.from &&
    values.history.length === drawnHistory.length + 1 &&
    values.history[0] === drawnHistory[0] &&
    values.history[drawnHistory.length - 1] === drawnHistory[drawnHistory.length - 1]
  const isSame = drawnHistory === values.history && isSameSlice(drawn.slice, slice)
  for (const plot of drawn.plots) {
    const pointAt = (index: number): PlotPoint | null => pointOf(plot, values, bars, index)
    if (isExtended && plot.plot.shift >= 0) {
      for (const point of points(pointAt, to - 1, to)) {
        plot.history.update(point)
        plot.drawn = [...plot.drawn, point]
      }
    } else if (!isSame) drawHistory(plot, [...points(pointAt, slice.from, to)])
    // What is drawn earlier ends before the running bar.
    const isLive = isInSlice && model.live !== null && plot.plot.shift >= 0
    drawLive(plot, isLive ? [...points(pointAt, last - 1, last + 1)] : [])
  }
  drawn.history = values.history
  drawn.slice = slice
}

/**
 * Draws the points of the static series. After an older page most of them are the same, and the
 * library would convert and draw each again.
 */
function drawHistory(plot: DrawnPlot, points: readonly PlotPoint[]): void {
  const { drawn } = plot
  const isKnown =
    points.length === drawn.length &&
    points.every((point, index) => isSamePoint(point, drawn[index]))
  if (isKnown) return
  plot.history.setData([...points])
  plot.drawn = points
}

/** Draws the points of the live series: a tick changes only the newest, or none at all. */
function drawLive(plot: DrawnPlot, points: readonly PlotPoint[]): void {
  const { shown } = plot
  plot.shown = points
  const newest = points.at(-1)
  const isKnown =
    points.length === shown.length &&
    points.every((point, index) => index === points.length - 1 || isSamePoint(point, shown[index]))
  if (newest === undefined || !isKnown || newest.time !== shown.at(-1)?.time) {
    if (points.length > 0 || shown.length > 0) plot.live.setData([...points])
  } else if (!isSamePoint(newest, shown.at(-1))) plot.live.update(newest)
}

const valueOf = (point: PlotPoint): number | null => ('value' in point ? point.value : null)

const isSamePoint = (a: PlotPoint, b: PlotPoint | undefined): boolean =>
  b !== undefined &&
  a.time === b.time &&
  valueOf(a) === valueOf(b) &&
  ('color' in a ? a.color : null) === ('color' in b ? b.color : null)

const isSameSlice = (a: BarSlice | null, b: BarSlice): boolean =>
  a !== null && a.from === b.from && a.to === b.to

function* points(
  pointAt: (index: number) => PlotPoint | null,
  from: number,
  to: number,
): Generator<PlotPoint> {
  for (let index = Math.max(0, from); index < to; index += 1) {
    const point = pointAt(index)
    if (point !== null) yield point
  }
}

/** Returns the point of a plot at a bar; without a value where there is none yet. */
function pointOf(
  { plot, index: place }: DrawnPlot,
  { history, live }: IndicatorValues,
  { model, theme }: BarsInView,
  index: number,
): PlotPoint | null {
  const bar = barAt(model, index)
  if (bar === null) return null
  const time = numberBar(bar).time as UTCTimestamp
  const source = index - plot.shift
  const values = source === history.length ? live : history[source]
  const value = values?.[place] ?? null
  if (value === null || !Number.isFinite(value)) return { time }
  if (plot.style !== 'histogram') return { time, value }
  return { time, value, color: value >= 0 ? theme.volumeUp : theme.volumeDown }
}
