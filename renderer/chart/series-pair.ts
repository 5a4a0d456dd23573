import {
  HistogramSeries,
  type HistogramData,
  type IChartApi,
  type ISeriesApi,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Bar } from '../../shared/domain/market/bar.js'
import { exchangeClock } from '../../shared/domain/market/exchange-time.js'
import { gte } from '../../shared/domain/decimal.js'
import type { BarModel, ChartPrices } from './bars/bar-model.js'
import type { BarSlice } from './bars/bar-window.js'
import type { ChartStyle } from './appearance.js'
import { toNumber } from './number.js'
import { minMove, scaleFormatter } from './price-scale-text.js'
import {
  addPriceSeries,
  chartTime,
  pricePoints,
  priceSeriesColors,
  type PricePoint,
} from './price-series.js'
import type { ChartTheme } from './theme.js'

const volume = (bar: Bar, theme: ChartTheme): HistogramData<UTCTimestamp> => ({
  time: chartTime(bar),
  value: toNumber(bar.volume),
  color: gte(bar.close, bar.open) ? theme.volumeUp : theme.volumeDown,
})

/** The price scale of the volume, in the lower fifth of the price pane. */
export const VOLUME_SCALE = 'volume'

/** Throws on unsorted data, which the library would accept silently and draw wrongly. */
function assertIncreasing(bars: readonly Bar[]): void {
  for (let place = 1; place < bars.length; place += 1) {
    const [before, bar] = [bars[place - 1], bars[place]]
    if (before !== undefined && bar !== undefined && chartTime(bar) <= chartTime(before)) {
      throw new RangeError('bars must be in strictly increasing time')
    }
  }
}

const QUIET = { lastValueVisible: false, priceLineVisible: false } as const
const LAST_VALUE = { lastValueVisible: true, priceLineVisible: true } as const
const VOLUME_OPTIONS = {
  ...QUIET,
  priceScaleId: VOLUME_SCALE,
  priceFormat: { type: 'volume' },
} as const
/** The styles that connect closing prices. */
const LINES: readonly ChartStyle[] = ['line', 'area', 'baseline']

/** How many bars before the newest the base of a chart of daily bars and longer is. */
const BASE_BARS = 120

/**
 * Returns the bar whose close is the base: the last one of the day before, as for the change of the
 * day; an older one where each bar is a day or longer.
 */
function baseBar(history: readonly Bar[]): Bar | undefined {
  const newest = history.at(-1)
  if (newest === undefined) return undefined
  const day = exchangeClock(newest.time).day
  const before = history.findLastIndex((bar) => exchangeClock(bar.time).day !== day)
  return before === history.length - 2 ? history.at(-BASE_BARS) : (history[before] ?? history[0])
}

/** Prices and volume, each as a static series and a live one that holds only the running bar. */
export class SeriesPair {
  readonly #chart: IChartApi
  readonly #style: ChartStyle
  readonly #isJoined: boolean
  readonly #history: ISeriesApi<SeriesType>
  readonly #live: ISeriesApi<SeriesType>
  readonly #volumes: ISeriesApi<'Histogram'>
  readonly #liveVolume: ISeriesApi<'Histogram'>
  /** The time of the running bar that is drawn. */
  #shownLive: number | null = null

  /**
   * Creates the series of a style, above those that the chart has.  @param isJoined draws the
   * running bar in the series of the others: on a scale of percent each series begins at zero
   */
  constructor(chart: IChartApi, theme: ChartTheme, style: ChartStyle, isJoined: boolean) {
    this.#chart = chart
    this.#style = style
    this.#isJoined = isJoined
    this.#history = addPriceSeries(chart, style, theme, isJoined ? LAST_VALUE : QUIET)
    this.#live = addPriceSeries(chart, style, theme, LAST_VALUE)
    this.#volumes = chart.addSeries(HistogramSeries, VOLUME_OPTIONS)
    this.#liveVolume = chart.addSeries(HistogramSeries, VOLUME_OPTIONS)
    chart.priceScale(VOLUME_SCALE).applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  }

  /** The series that order and position lines are attached to. */
  get anchor(): ISeriesApi<SeriesType> {
    return this.#history
  }

  /** Draws the completed bars of a slice. */
  setHistory(model: BarModel, slice: BarSlice, theme: ChartTheme): void {
    const bars = model.history.slice(slice.from, slice.to)
    assertIncreasing(bars)
    const base = this.#style === 'baseline' ? baseBar(model.history) : undefined
    if (base !== undefined) this.#setBase(toNumber(base.close))
    const before = model.history.slice(0, slice.from)
    this.#history.setData(pricePoints(this.#style, bars, before, theme))
    this.#volumes.setData(bars.map((bar) => volume(bar, theme)))
    // Its line begins at the last completed bar, which may be another one now.
    this.#clearLive()
  }

  /** Adds the last completed bar of the model. */
  appendHistory({ history }: BarModel, theme: ChartTheme): void {
    const closed = history.slice(-1)
    for (const point of pricePoints(this.#style, closed, history.slice(0, -1), theme)) {
      this.#history.update(point)
    }
    for (const bar of closed) this.#volumes.update(volume(bar, theme))
    this.#clearLive()
  }

  /** Draws the running bar of the model; none when the slice ends before it. */
  setLive(model: BarModel, isInSlice: boolean, theme: ChartTheme): void {
    const { live } = model
    if (live === null || !isInSlice) return this.#clearLive()
    const points = this.#livePoints(model, live, theme)
    const newest = points.at(-1)
    if (this.#isJoined) return this.#joinLive(newest, volume(live, theme))
    if (live.time === this.#shownLive && newest !== undefined) {
      this.#live.update(newest)
      this.#liveVolume.update(volume(live, theme))
    } else {
      this.#live.setData(points)
      this.#liveVolume.setData([volume(live, theme)])
    }
    this.#shownLive = live.time
  }

  applyTheme(theme: ChartTheme): void {
    const options = priceSeriesColors(this.#style, theme)
    this.#history.applyOptions(options)
    this.#live.applyOptions(options)
  }

  /** Sets how prices are written, and which of them are averages. */
  setPrices(prices: ChartPrices, averages: ReadonlySet<number>): void {
    // As prices are written everywhere else: the chart's own format has no thousands separators.
    const priceFormat = {
      type: 'custom',
      minMove: minMove(prices),
      formatter: scaleFormatter(prices, averages),
    } as const
    this.#history.applyOptions({ priceFormat })
    this.#live.applyOptions({ priceFormat })
  }

  /** Writes a note beside the label of the last price; none for an empty text. */
  setLastNote(note: string): void {
    const labeled = this.#isJoined ? this.#history : this.#live
    labeled.applyOptions({ title: note })
  }

  /** Removes all series from the chart. */
  remove(): void {
    for (const series of [this.#history, this.#live, this.#volumes, this.#liveVolume]) {
      this.#chart.removeSeries(series)
    }
  }

  #joinLive(newest: PricePoint | undefined, shownVolume: HistogramData<UTCTimestamp>): void {
    if (newest !== undefined) this.#history.update(newest)
    this.#volumes.update(shownVolume)
  }

  #setBase(price: number): void {
    const baseValue = { type: 'price', price } as const
    this.#history.applyOptions({ baseValue })
    this.#live.applyOptions({ baseValue })
  }

  /** A line reaches the running bar only if the live series begins at the bar before it. */
  #livePoints({ history }: BarModel, live: Bar, theme: ChartTheme): PricePoint[] {
    if (!LINES.includes(this.#style)) return pricePoints(this.#style, [live], history, theme)
    return pricePoints(this.#style, [...history.slice(-1), live], [], theme)
  }

  #clearLive(): void {
    if (this.#shownLive !== null) {
      this.#live.setData([])
      this.#liveVolume.setData([])
    }
    this.#shownLive = null
  }
}
