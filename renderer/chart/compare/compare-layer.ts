import { LineSeries, type IChartApi, type ISeriesApi } from 'lightweight-charts'
import type { Symbol } from '../../../shared/domain/ids.js'
import { barCount, type BarModel } from '../bars/bar-model.js'
import type { BarSlice } from '../bars/bar-window.js'
import { chartTime } from '../price-series.js'
import type { ChartTheme } from '../theme.js'
import { alignedCloses } from './aligned.js'

/** The bars of another symbol, drawn as a line over those of the chart. */
export interface ComparedBars {
  readonly symbol: Symbol
  readonly model: BarModel
}

interface DrawnLine {
  readonly symbol: Symbol
  readonly series: ISeriesApi<'Line'>
  /** The bars and the slice that are drawn. */
  own: BarModel | null
  other: BarModel | null
  slice: BarSlice | null
}

const OPTIONS = { lineWidth: 2, priceLineVisible: false, lastValueVisible: true } as const

/** Returns the color of a compared symbol by its place. */
export const compareColor = ({ indicators, text }: ChartTheme, place: number): string =>
  indicators[(indicators.length - 1 - place + indicators.length * 4) % indicators.length] ?? text

/** Draws other symbols as lines. Their points have the times of the chart's own bars only. */
export class CompareLayer {
  readonly #chart: IChartApi
  #drawn: DrawnLine[] = []
  #key = ''

  constructor(chart: IChartApi) {
    this.#chart = chart
  }

  /** Draws the lines for a slice of the bars; what has not changed costs nothing. */
  draw(
    compared: readonly ComparedBars[],
    chartModel: BarModel,
    slice: BarSlice,
    theme: ChartTheme,
  ): void {
    const key = compared.map(({ symbol }) => symbol).join(' ')
    if (key !== this.#key) this.#addSeries(compared, theme)
    this.#key = key
    for (const [place, { model }] of compared.entries()) {
      const line = this.#drawn[place]
      if (line !== undefined) drawLine(line, chartModel, model, slice)
    }
  }

  /** Removes all lines; the next `draw` adds them again. */
  clear(): void {
    for (const { series } of this.#drawn) this.#chart.removeSeries(series)
    this.#drawn = []
    this.#key = ''
  }

  #addSeries(compared: readonly ComparedBars[], theme: ChartTheme): void {
    this.clear()
    this.#drawn = compared.map(({ symbol }, place) => ({
      symbol,
      series: this.#chart.addSeries(LineSeries, {
        ...OPTIONS,
        color: compareColor(theme, place),
        title: symbol,
      }),
      own: null,
      other: null,
      slice: null,
    }))
  }
}

function drawLine(line: DrawnLine, chartModel: BarModel, other: BarModel, slice: BarSlice): void {
  const isSame = line.own === chartModel && line.other === other && line.slice === slice
  if (isSame) return
  const isOnlyLive =
    line.own?.history === chartModel.history &&
    line.other?.history === other.history &&
    line.slice?.from === slice.from &&
    line.slice.to === slice.to
  const bars = barsOf(chartModel, isOnlyLive ? { from: slice.to - 1, to: slice.to } : slice)
  const closes = alignedCloses(bars, isOnlyLive ? newest(other) : other)
  const points = bars.flatMap((bar, index) => {
    const value = closes[index]
    return value === null || value === undefined ? [] : [{ time: chartTime(bar), value }]
  })
  if (isOnlyLive) for (const point of points) line.series.update(point)
  else line.series.setData(points)
  line.own = chartModel
  line.other = other
  line.slice = slice
}

/** The end of a model, which is all that the newest bar needs. */
const newest = ({ history, live, more }: BarModel): BarModel => ({
  history: history.slice(-2),
  live,
  more,
})

const barsOf = (model: BarModel, { from, to }: BarSlice) => {
  const bars = model.history.slice(from, to)
  return model.live !== null && to >= barCount(model) ? [...bars, model.live] : bars
}
