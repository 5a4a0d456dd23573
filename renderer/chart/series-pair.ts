import {
  CandlestickSeries,
  HistogramSeries,
  type CandlestickData,
  type HistogramData,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Bar } from '../../shared/domain/market/bar.js'
import { gte } from '../../shared/domain/decimal.js'
import { toAxis } from './axis-time.js'
import { candleOptions } from './chart-options.js'
import { toNumber } from './number.js'
import type { ChartTheme } from './theme.js'

/** Returns the axis time of a bar in the library's type. */
const chartTime = (bar: Bar): UTCTimestamp => toAxis(bar.time) as number as UTCTimestamp
const candle = (bar: Bar): CandlestickData<UTCTimestamp> => ({
  time: chartTime(bar),
  open: toNumber(bar.open),
  high: toNumber(bar.high),
  low: toNumber(bar.low),
  close: toNumber(bar.close),
})
const volume = (bar: Bar, theme: ChartTheme): HistogramData<UTCTimestamp> => ({
  time: chartTime(bar),
  value: toNumber(bar.volume),
  color: gte(bar.close, bar.open) ? theme.volumeUp : theme.volumeDown,
})

const VOLUME_SCALE = 'volume'

/** Throws on unsorted data, which the library would accept silently and draw wrongly. */
function assertIncreasing(bars: readonly Bar[]): void {
  for (let place = 1; place < bars.length; place += 1) {
    const [before, bar] = [bars[place - 1], bars[place]]
    if (before !== undefined && bar !== undefined && chartTime(bar) <= chartTime(before)) {
      throw new RangeError('bars must be in strictly increasing time')
    }
  }
}

/** Candles and volume, each as a static series and a live one that holds only the running bar. */
export interface SeriesPair {
  /** The series that order and position lines are attached to. */
  readonly anchor: ISeriesApi<'Candlestick'>
  setHistory(bars: readonly Bar[], theme: ChartTheme): void
  appendHistory(bar: Bar, theme: ChartTheme): void
  setLive(bar: Bar | null, theme: ChartTheme): void
  applyTheme(theme: ChartTheme): void
  setPlaces(places: number): void
}

export function createSeriesPair(chart: IChartApi, theme: ChartTheme): SeriesPair {
  const quiet = { lastValueVisible: false, priceLineVisible: false } as const
  const history = chart.addSeries(CandlestickSeries, { ...candleOptions(theme), ...quiet })
  const live = chart.addSeries(CandlestickSeries, {
    ...candleOptions(theme),
    lastValueVisible: true,
    priceLineVisible: true,
    priceLineWidth: 1,
  })
  const volumeOptions = {
    ...quiet,
    priceScaleId: VOLUME_SCALE,
    priceFormat: { type: 'volume' },
  } as const
  const volumes = chart.addSeries(HistogramSeries, volumeOptions)
  const liveVolume = chart.addSeries(HistogramSeries, volumeOptions)
  chart.priceScale(VOLUME_SCALE).applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })
  let shownLive: number | null = null

  return {
    anchor: history,
    setHistory(bars, colors) {
      assertIncreasing(bars)
      history.setData(bars.map(candle))
      volumes.setData(bars.map((bar) => volume(bar, colors)))
    },
    appendHistory(bar, colors) {
      history.update(candle(bar))
      volumes.update(volume(bar, colors))
    },
    setLive(bar, colors) {
      if (bar === null) {
        if (shownLive !== null) {
          live.setData([])
          liveVolume.setData([])
        }
        shownLive = null
        return
      }
      if (bar.time === shownLive) {
        live.update(candle(bar))
        liveVolume.update(volume(bar, colors))
      } else {
        live.setData([candle(bar)])
        liveVolume.setData([volume(bar, colors)])
      }
      shownLive = bar.time
    },
    applyTheme(colors) {
      history.applyOptions(candleOptions(colors))
      live.applyOptions(candleOptions(colors))
    },
    setPlaces(places) {
      const priceFormat = { type: 'price', precision: places, minMove: 10 ** -places } as const
      history.applyOptions({ priceFormat })
      live.applyOptions({ priceFormat })
    },
  }
}
