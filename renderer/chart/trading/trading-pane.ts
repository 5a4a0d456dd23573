import type {
  IChartApi,
  IPanePrimitive,
  IPrimitivePaneView,
  ISeriesApi,
  Logical,
  PaneAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Price } from '../../../shared/domain/decimal.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { toNumber } from '../number.js'
import type { DrawTarget } from '../draw-target.js'
import type { ChartTheme } from '../theme.js'
import type { FillMark } from './fill-marks.js'

/** What the pane of prices needs to know of its chart. */
export interface TradingPaneSource {
  readonly chart: IChartApi
  readonly element: HTMLElement
  /** The series whose scale the prices have. */
  anchor(): ISeriesApi<SeriesType>
  /** The index of the first bar that the library has. */
  firstBar(): number
  theme(): ChartTheme
}

/** The part of the chart in which prices are drawn, in px from its top left corner. */
export interface Plot {
  readonly width: number
  readonly height: number
  /** The width of the price axis to the right of it. */
  readonly axisWidth: number
}

const MARK_PX = 5
/** The free part of the range beyond a price that was brought into view. */
const FREE_MARGIN = 0.05

/**
 * Where prices are in the plot, for what is placed over the chart, and the marks of the person's
 * fills. It reports every repaint of the plot, with which prices may have moved.
 */
export class TradingPane implements IPanePrimitive<Time> {
  readonly #source: TradingPaneSource
  readonly #painted = createEmitter<void>()
  #attached: PaneAttachedParameter<Time> | null = null
  #marks: readonly FillMark[] = []

  constructor(source: TradingPaneSource) {
    this.#source = source
    source.chart.panes()[0]?.attachPrimitive(this)
  }

  /** The element of the chart, for its pointer. */
  get element(): HTMLElement {
    return this.#source.element
  }

  get plot(): Plot {
    const { chart } = this.#source
    return {
      width: chart.timeScale().width(),
      height: chart.panes()[0]?.getHeight() ?? 0,
      axisWidth: chart.priceScale('right').width(),
    }
  }

  /** Returns the height of a price in px; null while the chart has no prices. */
  yOf(price: Price): number | null {
    return this.#source.anchor().priceToCoordinate(toNumber(price))
  }

  /** Returns the number at a height, which is no price before it is on the grid; null for none. */
  valueAt(y: number): number | null {
    return this.#source.anchor().coordinateToPrice(y)
  }

  /** Widens the range of prices until these are in view; a double click on the axis undoes it. */
  showPrices(prices: readonly Price[]): void {
    const scale = this.#source.chart.priceScale('right')
    const range = scale.getVisibleRange()
    if (range === null) return
    const numbers = prices.map(toNumber)
    const [low, high] = [Math.min(range.from, ...numbers), Math.max(range.to, ...numbers)]
    const margin = (high - low) * FREE_MARGIN
    scale.setVisibleRange({ from: low - margin, to: high + margin })
  }

  /** Calls the listener after every repaint of the plot. */
  onPaint(listener: () => void): Disposer {
    return this.#painted.add(listener)
  }

  /** Shows the person's fills. */
  setFills(marks: readonly FillMark[]): void {
    this.#marks = marks
    this.#attached?.requestUpdate()
  }

  attached(param: PaneAttachedParameter<Time>): void {
    this.#attached = param
  }

  detached(): void {
    this.#attached = null
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [
      {
        zOrder: () => 'normal',
        renderer: () => ({ draw: (target: DrawTarget) => this.#draw(target) }),
      },
    ]
  }

  #draw(target: DrawTarget): void {
    const { chart } = this.#source
    const scale = chart.timeScale()
    const range = scale.getVisibleLogicalRange()
    const first = this.#source.firstBar()
    if (range !== null) {
      target.useMediaCoordinateSpace(({ context }) => {
        for (const mark of this.#marks) {
          const logical = mark.index - first
          if (logical < range.from - 1 || logical > range.to + 1) continue
          const x = scale.logicalToCoordinate(logical as Logical)
          const y = this.#source.anchor().priceToCoordinate(mark.price)
          if (x !== null && y !== null) this.#drawMark(context, mark, x, y)
        }
      })
    }
    this.#painted.emit()
  }

  /** Draws a triangle whose tip is at the price: upwards for a buy, downwards for a sell. */
  #drawMark(context: CanvasRenderingContext2D, mark: FillMark, x: number, y: number): void {
    const theme = this.#source.theme()
    const down = mark.side === 'buy' ? 1 : -1
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x - MARK_PX, y + down * MARK_PX * 2)
    context.lineTo(x + MARK_PX, y + down * MARK_PX * 2)
    context.closePath()
    context.fillStyle = mark.side === 'buy' ? theme.buy : theme.sell
    context.strokeStyle = theme.surface
    context.lineWidth = 1
    context.fill()
    context.stroke()
  }
}
