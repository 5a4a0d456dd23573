import type { ChartContent } from '../chart-content.js'
import { barCount } from './bar-model.js'
import { FIRST_VIEW_BARS, SPACE_BARS, type DrawnBars } from './drawn-bars.js'

const MIN_ZOOM_BARS = 10
const MAX_ZOOM_BARS = 4_000

interface BarScrollDeps {
  readonly bars: Pick<DrawnBars, 'range' | 'setRange' | 'drawAll'>
  /** Returns what is drawn now. */
  readonly drawn: () => ChartContent
  /** Returns what the chart draws next. */
  readonly requested: () => ChartContent
}

/** Moves the view over the bars, and shows fewer or more of them. */
export class BarScroll {
  readonly #deps: BarScrollDeps

  constructor(deps: BarScrollDeps) {
    this.#deps = deps
  }

  /** Moves the view by a number of bars; negative is into the past. */
  pan(count: number): void {
    const { bars } = this.#deps
    const range = bars.range()
    if (range !== null) bars.setRange({ first: range.first + count, last: range.last + count })
  }

  /** Shows fewer (factor below 1) or more bars; the right edge stays. */
  zoom(factor: number): void {
    const { bars } = this.#deps
    const range = bars.range()
    if (range === null) return
    const width = (range.last - range.first) * factor
    const count = Math.min(MAX_ZOOM_BARS, Math.max(MIN_ZOOM_BARS, width))
    bars.setRange({ first: range.last - count, last: range.last })
  }

  /** Moves the view to the newest bar. */
  toNewest(): void {
    const { bars, drawn, requested } = this.#deps
    const range = bars.range()
    const last = barCount(drawn().model) + SPACE_BARS
    const width = range === null ? FIRST_VIEW_BARS : range.last - range.first
    bars.drawAll(requested(), { first: last - width, last })
  }
}
