import type { IChartApi } from 'lightweight-charts'
import { toAxis } from '../axis-time.js'
import { barCount, isRolled, isSameBars, shiftBetween, type BarModel } from './bar-model.js'
import { sliceFor, sliceLength, type BarSlice } from './bar-window.js'
import { seriesCount, type ChartContent } from '../chart-content.js'
import type { SeriesPair } from '../series-pair.js'
import type { ChartTheme } from '../theme.js'

/** The first and last visible bar, as indexes from the oldest known bar (fractional). */
export interface VisibleRange {
  readonly first: number
  readonly last: number
}

export const FIRST_VIEW_BARS = 120
/** Empty bars to the right of the newest one. */
export const SPACE_BARS = 5

export interface DrawnBarsDeps {
  readonly chart: IChartApi
  /** The series of the present style. */
  series(): SeriesPair
  theme(): ChartTheme
  /** Prepares axis and scale for another symbol or interval. */
  onReset(): void
  /** Draws indicators and other symbols for the bars of a slice. */
  drawOver(content: ChartContent, slice: BarSlice): void
}

/** The slice of the bars that the library has, and the view of it. */
export class DrawnBars {
  readonly #deps: DrawnBarsDeps
  #slice: BarSlice | null = null
  #axisTimes: readonly number[] = []

  constructor(deps: DrawnBarsDeps) {
    this.#deps = deps
  }

  /** Null before bars are drawn. */
  get slice(): BarSlice | null {
    return this.#slice
  }

  /** The places of the drawn bars on the axis, in seconds. */
  get axisTimes(): readonly number[] {
    return this.#axisTimes
  }

  range(): VisibleRange | null {
    const range = this.#deps.chart.timeScale().getVisibleLogicalRange()
    return range === null || this.#slice === null
      ? null
      : { first: range.from + this.#slice.from, last: range.to + this.#slice.from }
  }

  setRange({ first, last }: VisibleRange): void {
    const from = this.#slice?.from ?? 0
    this.#deps.chart.timeScale().setVisibleLogicalRange({ from: first - from, to: last - from })
  }

  /** Draws bars with the least change from the bars that were drawn last. */
  draw(previous: ChartContent, content: ChartContent): void {
    const before = previous.model
    const { model, resetKey } = content
    if (resetKey !== previous.resetKey || barCount(before) === 0) return this.#drawReset(content)
    if (model.history === before.history) return this.#drawLive(before, content)
    const range = this.range()
    if (this.#appendRolled(before, model)) return
    const shift = shiftBetween(before, model)
    if (range === null || shift === null) return this.#drawReset(content)
    if (this.#moveDrawn(before, model, shift)) return
    // A view of the newest bars follows them over a gap, such as a jump of the practice clock.
    const isAtNewest = range.last >= barCount(before) - 1
    const by = isAtNewest ? barCount(model) - barCount(before) : shift
    this.drawAll(content, { first: range.first + by, last: range.last + by })
  }

  /** Draws the slice around a range, and shows the range. */
  drawAll(content: ChartContent, range: VisibleRange): void {
    this.#drawSlice(content, sliceOf(content, range, null))
    if (barCount(content.model) > 0) this.setRange(range)
  }

  /** Draws the same slice again, for example in another style. */
  redraw(content: ChartContent): void {
    if (this.#slice !== null) this.#drawSlice(content, this.#slice)
  }

  /** Moves the slice when the view has come near its edge. */
  follow(content: ChartContent): void {
    const [range, next, slice] = [this.range(), this.#nextSlice(content), this.#slice]
    if (range === null || next === null || slice === null) return
    if (next.from === slice.from && next.to === slice.to) return
    this.#drawSlice(content, next)
    this.setRange(range)
  }

  /** True when {@link follow} would move the slice. */
  isBehind(content: ChartContent): boolean {
    return this.#nextSlice(content) !== this.#slice
  }

  /** Draws a model whose history is the same: only the running bar changed. */
  #drawLive(before: BarModel, content: ChartContent): void {
    const { model } = content
    const slice = this.#slice
    if (model.live === before.live || slice === null || slice.to < barCount(before)) return
    if (before.live === null) this.#drawSlice(content, { from: slice.from, to: barCount(model) })
    else this.#deps.series().setLive(model, true, this.#deps.theme())
  }

  /** Appends the bar that has just closed, and returns true; false when more changed than that. */
  #appendRolled(before: BarModel, model: BarModel): boolean {
    const slice = this.#slice
    if (slice === null || slice.to < barCount(before)) return false
    if (!isRolled(before, model)) return false
    this.#deps.series().appendHistory(model, this.#deps.theme())
    this.#deps.series().setLive(model, true, this.#deps.theme())
    this.#slice = { from: slice.from, to: barCount(model) }
    if (model.live !== null) this.#axisTimes = [...this.#axisTimes, toAxis(model.live.time)]
    return true
  }

  /**
   * Draws nothing again when older bars were added outside of what is drawn, and returns true: only
   * the places of the drawn bars are others. False when any of them changed.
   */
  #moveDrawn(before: BarModel, model: BarModel, shift: number): boolean {
    const slice = this.#slice
    if (slice === null || shift <= 0) return false
    const moved = { from: slice.from + shift, to: slice.to + shift }
    if (!isSameBars(before, model, slice, shift)) return false
    this.#slice = moved
    if (model.live !== before.live && model.live !== null) {
      this.#deps.series().setLive(model, moved.to >= barCount(model), this.#deps.theme())
    }
    return true
  }

  /** Draws another symbol or interval, starting at its newest bars. */
  #drawReset(content: ChartContent): void {
    this.#deps.onReset()
    const count = barCount(content.model)
    this.drawAll(content, { first: count - FIRST_VIEW_BARS, last: count + SPACE_BARS })
  }

  #drawSlice(content: ChartContent, slice: BarSlice): void {
    const { model } = content
    this.#slice = slice
    const bars = model.history.slice(slice.from, slice.to)
    const isInSlice = slice.to >= barCount(model)
    const live = isInSlice ? model.live : null
    this.#deps.series().setHistory(model, slice, this.#deps.theme())
    this.#deps.series().setLive(model, isInSlice, this.#deps.theme())
    this.#deps.drawOver(content, slice)
    this.#axisTimes = [...bars, ...(live === null ? [] : [live])].map((bar) => toAxis(bar.time))
  }

  #nextSlice(content: ChartContent): BarSlice | null {
    const range = this.range()
    return range === null ? null : sliceOf(content, range, this.#slice)
  }
}

function sliceOf({ model, ...content }: ChartContent, range: VisibleRange, slice: BarSlice | null) {
  const length = sliceLength(seriesCount(content))
  return sliceFor(barCount(model), range, slice, length)
}
