import type { IChartApi, ISeriesApi, Logical, SeriesType } from 'lightweight-charts'
import type { BarModel } from '../bars/bar-model.js'
import type { BarShape } from '../spans/chart-span.js'

/** A place in the price pane, in px from its top left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** How bars and prices are placed in the price pane at this moment. */
export interface ChartScales {
  readonly model: BarModel
  readonly shape: BarShape
  /** The decimal places of prices. */
  readonly places: number
  /** The size of the pane in px. */
  readonly width: number
  readonly height: number
  /** Returns the x of a bar, counted from the oldest known one. Any number is allowed. */
  x(index: number): number
  /** Returns the bar at an x; a fraction between two bars. */
  index(x: number): number
  /** Returns the y of a price; null where the scale cannot show it. */
  y(price: number): number | null
  price(y: number): number | null
}

/** Returns how a chart places bars and prices now; null while it has no scale. */
export function scalesOf(
  chart: IChartApi,
  series: ISeriesApi<SeriesType>,
  {
    from,
    ...scalesWithoutSlice
  }: Pick<ChartScales, 'model' | 'shape' | 'places'> & {
    /** The index of the first bar that the chart has. */
    readonly from: number
  },
): ChartScales | null {
  const scale = chart.timeScale()
  const [first, second] = [0, 1].map((index) => scale.logicalToCoordinate(index as Logical))
  const height = chart.panes()[0]?.getHeight() ?? 0
  if (first === null || first === undefined || second === null || second === undefined) return null
  const spacing: number = second - first
  if (spacing <= 0 || height === 0) return null
  return {
    ...scalesWithoutSlice,
    width: scale.width(),
    height,
    x: (index) => first + (index - from) * spacing,
    index: (x) => (x - first) / spacing + from,
    y: (price) => series.priceToCoordinate(price),
    price: (y) => series.coordinateToPrice(y),
  }
}
