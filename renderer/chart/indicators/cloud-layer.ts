import type {
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import type { DrawTarget } from '../draw-target.js'
import type { ChartTheme } from '../theme.js'
import { cloudParts, type CloudPoint } from './cloud-shape.js'
import type { IndicatorValues } from './indicator-run.js'

/** One of the two spans: its place among the plots, and the series that its line is drawn in. */
export interface CloudSpan {
  readonly plot: number
  readonly series: Pick<ISeriesApi<'Line'>, 'priceToCoordinate' | 'attachPrimitive'>
}

/**
 * Fills the cloud between both leading spans, behind the bars. Unlike their lines it reaches beyond
 * the newest bar, because the spans are drawn later than the bars that they are computed from.
 */
export class CloudLayer implements ISeriesPrimitive<Time> {
  readonly #spans: readonly [CloudSpan, CloudSpan]
  readonly #shift: number
  readonly #theme: ChartTheme
  #attached: SeriesAttachedParameter<Time> | null = null
  #values: IndicatorValues | null = null
  /** The index of the first bar that the library has. */
  #from = 0

  /** `shift` is the number of bars by which the spans are drawn later. */
  constructor(spans: readonly [CloudSpan, CloudSpan], shift: number, theme: ChartTheme) {
    this.#spans = spans
    this.#shift = shift
    this.#theme = theme
    spans[0].series.attachPrimitive(this)
  }

  show(values: IndicatorValues, from: number): void {
    const isSame = values === this.#values && from === this.#from
    this.#values = values
    this.#from = from
    if (!isSame) this.#attached?.requestUpdate()
  }

  attached(param: SeriesAttachedParameter<Time>): void {
    this.#attached = param
  }

  detached(): void {
    this.#attached = null
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [
      {
        zOrder: () => 'bottom',
        renderer: () => ({ draw: (target: DrawTarget) => this.#draw(target) }),
      },
    ]
  }

  /** The points of the bars in view, and of the empty places after the newest one. */
  #visible(): readonly (CloudPoint | null)[] {
    const scale = this.#attached?.chart.timeScale()
    const range = scale?.getVisibleLogicalRange()
    if (scale === undefined || range === null || range === undefined) return []
    const points: (CloudPoint | null)[] = []
    for (let index = Math.floor(range.from) - 1; index <= Math.ceil(range.to) + 1; index += 1) {
      const x = scale.logicalToCoordinate(index as Logical)
      points.push(x === null ? null : this.#pointAt(index, x))
    }
    return points
  }

  #pointAt(index: number, x: number): CloudPoint | null {
    if (this.#values === null) return null
    const { history, live } = this.#values
    const source = index + this.#from - this.#shift
    const values = source === history.length ? live : history[source]
    const [a, b] = this.#spans.map(({ plot, series }) => {
      const value = values?.[plot] ?? null
      return value === null ? null : series.priceToCoordinate(value)
    })
    return typeof a === 'number' && typeof b === 'number' ? { x, a, b } : null
  }

  #draw(target: DrawTarget): void {
    const parts = cloudParts(this.#visible())
    if (parts.length === 0) return
    target.useMediaCoordinateSpace(({ context }) => {
      for (const { isRising, outline } of parts) {
        context.fillStyle = isRising ? this.#theme.cloudUp : this.#theme.cloudDown
        context.beginPath()
        for (const { x, y } of outline) context.lineTo(x, y)
        context.closePath()
        context.fill()
      }
    })
  }
}
