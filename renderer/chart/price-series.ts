import {
  AreaSeries,
  BarSeries,
  BaselineSeries,
  CandlestickSeries,
  LineSeries,
  type CandlestickData,
  type IChartApi,
  type ISeriesApi,
  type LineData,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Bar } from '../../shared/domain/market/bar.js'
import { gte } from '../../shared/domain/decimal.js'
import { toAxis } from './axis-time.js'
import type { ChartStyle } from './appearance.js'
import { areaOptions, barOptions, baselineOptions, candleOptions } from './chart-options.js'
import { toNumber } from './number.js'
import type { ChartTheme } from './theme.js'

export type PricePoint = CandlestickData<UTCTimestamp> | LineData<UTCTimestamp>

/** Returns the axis time of a bar in the library's type. */
export const chartTime = (bar: Bar): UTCTimestamp => toAxis(bar.time) as number as UTCTimestamp

const candle = (bar: Bar): CandlestickData<UTCTimestamp> => ({
  time: chartTime(bar),
  open: toNumber(bar.open),
  high: toNumber(bar.high),
  low: toNumber(bar.low),
  close: toNumber(bar.close),
})

/** The color shows a rise since the last bar, a hollow body one since this bar opened. */
function hollowCandle(bar: Bar, before: Bar | null, theme: ChartTheme): PricePoint {
  const rose = gte(bar.close, before?.close ?? bar.open)
  const color = rose ? theme.up : theme.down
  const isHollow = gte(bar.close, bar.open)
  return {
    ...candle(bar),
    borderColor: color,
    wickColor: color,
    color: isHollow ? theme.surface : color,
  }
}

type Candle = CandlestickData<UTCTimestamp>

/**
 * Heikin-Ashi bars: the average of each bar, opened in the middle of the one before.
 *
 * @param end the Heikin-Ashi bar before the first; null for the oldest bar
 */
export function heikinAshi(bars: readonly Bar[], end: Candle | null = null): readonly Candle[] {
  let before = end
  return bars.map((bar) => {
    const real = candle(bar)
    const close = (real.open + real.high + real.low + real.close) / 4
    const open: number =
      before === null ? (real.open + real.close) / 2 : (before.open + before.close) / 2
    before = {
      time: real.time,
      open,
      high: Math.max(real.high, open, close),
      low: Math.min(real.low, open, close),
      close,
    }
    return before
  })
}

const ends = new WeakMap<readonly Bar[], Candle>()

/** The last Heikin-Ashi bar, computed once for the same bars: every tick needs it. */
function heikinAshiEnd(bars: readonly Bar[]): Candle | null {
  const known = ends.get(bars)
  if (known !== undefined) return known
  const end = heikinAshi(bars).at(-1) ?? null
  if (end !== null) ends.set(bars, end)
  return end
}

/**
 * Converts bars for a style; `before` are the bars that precede them, on which some styles depend.
 */
export function pricePoints(
  style: ChartStyle,
  bars: readonly Bar[],
  before: readonly Bar[],
  theme: ChartTheme,
): PricePoint[] {
  switch (style) {
    case 'candles':
    case 'bars':
      return bars.map(candle)
    case 'hollow':
      return bars.map((bar, index) =>
        hollowCandle(bar, bars[index - 1] ?? before.at(-1) ?? null, theme),
      )
    case 'heikin-ashi':
      return [...heikinAshi(bars, heikinAshiEnd(before))]
    case 'line':
    case 'area':
    case 'baseline':
      return bars.map((bar) => ({ time: chartTime(bar), value: toNumber(bar.close) }))
  }
}

/** Adds a series of a style to a chart. */
export function addPriceSeries(
  chart: IChartApi,
  style: ChartStyle,
  theme: ChartTheme,
  options: { readonly lastValueVisible: boolean; readonly priceLineVisible: boolean },
): ISeriesApi<SeriesType> {
  switch (style) {
    case 'candles':
    case 'hollow':
    case 'heikin-ashi':
      return chart.addSeries(CandlestickSeries, { ...candleOptions(theme), ...options })
    case 'bars':
      return chart.addSeries(BarSeries, { ...barOptions(theme), ...options })
    case 'line':
      return chart.addSeries(LineSeries, { color: theme.line, lineWidth: 2, ...options })
    case 'area':
      return chart.addSeries(AreaSeries, { ...areaOptions(theme), ...options })
    case 'baseline':
      return chart.addSeries(BaselineSeries, { ...baselineOptions(theme), ...options })
  }
}

/** Returns the colors of a series of a style. */
export function priceSeriesColors(style: ChartStyle, theme: ChartTheme) {
  switch (style) {
    case 'candles':
    case 'hollow':
    case 'heikin-ashi':
      return candleOptions(theme)
    case 'bars':
      return barOptions(theme)
    case 'line':
      return { color: theme.line }
    case 'area':
      return areaOptions(theme)
    case 'baseline':
      return baselineOptions(theme)
  }
}
