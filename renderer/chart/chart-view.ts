import {
  createChart,
  type IChartApi,
  type ISeriesPrimitive,
  type Logical,
  type MouseEventParams,
  type Time,
} from 'lightweight-charts'
import { isDayOrLonger } from '../../shared/domain/market/bar.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { EpochMs } from '../../shared/domain/time.js'
import { toAxis } from './axis-time.js'
import {
  barAt,
  barCount,
  indexAt,
  indexBy,
  isRolled,
  isSameBars,
  shiftBetween,
  type BarModel,
} from './bar-model.js'
import { sliceFor, sliceLength, type BarSlice } from './bar-window.js'
import { EMPTY_CONTENT, scaleOf, seriesCount, type ChartContent } from './chart-content.js'
import { SCALE_MODES, chartOptions } from './chart-options.js'
import { CompareLayer } from './compare/compare-layer.js'
import { IndicatorLayer } from './indicators/indicator-layer.js'
import { EventMarks } from './market/event-marks.js'
import { MarketLines, type MarketLine } from './market/market-lines.js'
import { scalesOf, type ChartScales } from './drawings/chart-scales.js'
import { withCaption } from './picture.js'
import { toNumber } from './number.js'
import { PriceLines, type TitledLine } from './price-lines.js'
import { browserTimers, createRedrawGate, nextPhase, type RedrawGate } from './redraw-gate.js'
import { SeriesPair } from './series-pair.js'
import { SessionShade } from './market/session-shade.js'
import { readTheme, type ChartTheme } from './theme.js'
import { TradingPane } from './trading/trading-pane.js'

export interface ChartListener {
  /**
   * The index of the bar under the pointer, counted from the oldest known; null when the pointer is
   * elsewhere.
   */
  onCrosshair(index: number | null): void
  /** The time of the bar under the person's own pointer; not for `showCrosshair`. */
  onPointer?(time: EpochMs | null): void
  /** The indexes of the first and last visible bar (fractional, may lie outside the bars). */
  onView(first: number, last: number): void
}

/** The first and last visible bar, as indexes from the oldest known bar (fractional). */
interface VisibleRange {
  readonly first: number
  readonly last: number
}

const FIRST_VIEW_BARS = 120
/** Empty bars to the right of the newest one. */
const SPACE_BARS = 5
/** The line that the library draws between two panes. */
const PANE_SEPARATOR_PX = 1
const MIN_ZOOM_BARS = 10
const MAX_ZOOM_BARS = 4_000

/**
 * One chart in a container. It draws with each delivery of prices and never while hidden; it holds
 * only a slice of the bars and moves that slice with the view.
 */
export class ChartView {
  /** Where prices are, for orders and positions that are shown and moved over the chart. */
  readonly trading: TradingPane
  readonly #container: HTMLElement
  readonly #listener: ChartListener
  readonly #locale: string
  readonly #chart: IChartApi
  #series: SeriesPair
  readonly #lines: PriceLines
  readonly #marketLines: MarketLines
  readonly #indicators: IndicatorLayer
  readonly #compared: CompareLayer
  readonly #marks: EventMarks
  readonly #shade: SessionShade
  readonly #gate: RedrawGate
  #theme: ChartTheme
  #timespan = EMPTY_CONTENT.timespan
  #wanted = EMPTY_CONTENT
  #shown = EMPTY_CONTENT
  #slice: BarSlice | null = null
  #prices = EMPTY_CONTENT.prices
  #averages: ReadonlySet<number> = new Set()
  #axisTimes: readonly number[] = []
  #lastNote = ''
  #drawing = false
  /** The time that is shown once its bar is loaded; null for none. */
  #goTo: EpochMs | null = null
  #disposed = false
  /** What is painted over the bars, whatever series they are. */
  readonly #overlays = new Set<ISeriesPrimitive<Time>>()
  /** True while the crosshair of another chart is shown. */
  #isMirroring = false

  constructor(container: HTMLElement, listener: ChartListener, locale: string) {
    this.#container = container
    this.#listener = listener
    this.#locale = locale
    this.#theme = readTheme(container)
    this.#chart = createChart(container, {
      ...chartOptions(this.#theme, this.#timespan, { locale, zone: EMPTY_CONTENT.zone }),
      autoSize: true,
    })
    this.#series = new SeriesPair(this.#chart, this.#theme, EMPTY_CONTENT.appearance.style, false)
    this.#indicators = new IndicatorLayer(this.#chart, () => this.#series.anchor)
    this.#compared = new CompareLayer(this.#chart)
    this.#marketLines = new MarketLines(this.#series.anchor)
    this.#marks = new EventMarks(this.#theme)
    this.#marks.configure({ times: () => this.#axisTimes })
    this.#lines = new PriceLines(this.#series.anchor)
    this.#shade = new SessionShade(this.#theme.extendedHours)
    this.#chart.panes()[0]?.attachPrimitive(this.#shade)
    this.#chart.panes()[0]?.attachPrimitive(this.#marks)
    this.trading = new TradingPane({
      chart: this.#chart,
      element: container,
      anchor: () => this.#series.anchor,
      firstBar: () => this.#slice?.from ?? 0,
      theme: () => this.#theme,
    })
    this.#gate = createRedrawGate(() => this.#draw(), browserTimers, nextPhase())
    this.#chart.subscribeCrosshairMove(this.#onCrosshair)
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(this.#onRange)
  }

  /** Draws this content in the frame of what shows it elsewhere. */
  show(content: ChartContent): void {
    this.#wanted = content
    this.#gate.requestNow()
  }

  setLines(lines: readonly TitledLine[]): void {
    this.#lines.set(lines)
    this.#gate.request()
  }

  setMarketLines(lines: readonly MarketLine[]): void {
    this.#marketLines.set(lines)
    this.#gate.request()
  }

  /** Writes a note beside the label of the last price; none for an empty text. */
  setLastNote(note: string): void {
    this.#lastNote = note
    this.#series.setLastNote(note)
  }

  /** Shows the bar of a time in the middle, once the bars reach back to it. */
  showTime(time: EpochMs): void {
    this.#goTo = time
    this.#gate.request()
  }

  /** Moves the view by a number of bars; negative is into the past. */
  pan(bars: number): void {
    const range = this.#range()
    if (range !== null) this.#setRange({ first: range.first + bars, last: range.last + bars })
  }

  /** Shows fewer (factor below 1) or more bars; the right edge stays. */
  zoom(factor: number): void {
    const range = this.#range()
    if (range === null) return
    const width = (range.last - range.first) * factor
    const shown = Math.min(MAX_ZOOM_BARS, Math.max(MIN_ZOOM_BARS, width))
    this.#setRange({ first: range.last - shown, last: range.last })
  }

  toNewest(): void {
    const range = this.#range()
    const last = barCount(this.#shown.model) + SPACE_BARS
    const width = range === null ? FIRST_VIEW_BARS : range.last - range.first
    this.#drawAll({ first: last - width, last })
  }

  /** Reads the style sheet again after a theme change. */
  refreshTheme(): void {
    this.#theme = readTheme(this.#container)
    this.#chart.applyOptions(this.#options())
    this.#series.applyTheme(this.#theme)
    this.#shade.configure({ color: this.#theme.extendedHours })
    this.#marks.configure({ theme: this.#theme })
    this.#marketLines.applyTheme(this.#theme)
    this.#indicators.clear()
    this.#compared.clear()
    if (this.#slice !== null) this.#drawSlice(this.#shown, this.#slice)
    this.#lines.applyTheme(this.#theme)
  }

  /** Returns a picture of what is drawn; null while nothing is, or while it is not in view. */
  picture(caption: string): HTMLCanvasElement | null {
    const isDrawn =
      barCount(this.#shown.model) > 0 && this.#shown.resetKey === this.#wanted.resetKey
    if (!isDrawn || this.#container.clientWidth === 0) return null
    const shot = this.#lines.withTitles(this.#theme, () => this.#chart.takeScreenshot(true))
    return withCaption(shot, caption, this.#theme, shot.width / this.#container.clientWidth)
  }

  /** The element that the chart draws in. */
  get element(): HTMLElement {
    return this.#container
  }

  /** Returns the tops of the panes below the bars, in px of the element. */
  paneTops(): readonly number[] {
    const tops: number[] = []
    let top = 0
    for (const pane of this.#chart.panes()) {
      tops.push(top)
      top += pane.getHeight() + PANE_SEPARATOR_PX
    }
    return tops.slice(1)
  }

  /** Returns how bars and prices are placed now; null before bars are drawn. */
  scales(): ChartScales | null {
    const { model, shape } = this.#shown
    if (this.#slice === null || barCount(model) === 0) return null
    const shown = { model, shape, places: this.#prices.places, from: this.#slice.from }
    return scalesOf(this.#chart, this.#series.anchor, shown)
  }

  /** Paints a primitive over the bars until the returned function is called. */
  attach(primitive: ISeriesPrimitive<Time>): Disposer {
    this.#overlays.add(primitive)
    this.#series.anchor.attachPrimitive(primitive)
    return () => {
      if (this.#overlays.delete(primitive) && !this.#disposed) {
        this.#series.anchor.detachPrimitive(primitive)
      }
    }
  }

  /** Shows the crosshair at the bar of this time, as another chart does; null hides it. */
  showCrosshair(time: EpochMs | null): void {
    const index = time === null ? null : indexAt(this.#shown.model, time)
    const bar = index === null ? null : barAt(this.#shown.model, index)
    this.#isMirroring = true
    if (bar === null) this.#chart.clearCrosshairPosition()
    else {
      const place = toAxis(bar.time) as unknown as Time
      this.#chart.setCrosshairPosition(toNumber(bar.close), place, this.#series.anchor)
    }
    this.#isMirroring = false
    this.#listener.onCrosshair(bar === null ? null : index)
  }

  setVisible(visible: boolean): void {
    this.#gate.setVisible(visible)
  }

  dispose(): void {
    this.#disposed = true
    this.#gate.dispose()
    this.#chart.timeScale().unsubscribeVisibleLogicalRangeChange(this.#onRange)
    this.#chart.unsubscribeCrosshairMove(this.#onCrosshair)
    this.#chart.remove()
  }

  #draw(): void {
    // While bars are replaced, the library reports ranges that mix old and new indexes.
    this.#drawing = true
    this.#drawAppearance()
    this.#applyPrices()
    if (this.#wanted !== this.#shown) this.#drawBars()
    this.#drawOverBars()
    this.#drawMarks()
    this.#shown = this.#wanted
    // Read by the start-up mark and by tests to detect that the chart has content.
    if (barCount(this.#shown.model) > 0) this.#container.dataset['drawn'] = 'true'
    this.#goToTime()
    this.#moveSlice()
    this.#lines.draw(this.#theme)
    this.#marketLines.draw(this.#theme)
    this.#drawing = false
    this.#reportView()
  }

  #goToTime(): void {
    const { model } = this.#shown
    const [time, first] = [this.#goTo, model.history[0]]
    if (time === null || first === undefined || (first.time > time && model.more)) return
    this.#goTo = null
    const range = this.#range()
    const half = (range === null ? FIRST_VIEW_BARS : range.last - range.first) / 2
    const index = indexBy(model, time)
    this.#drawAll({ first: index - half, last: index + half })
  }

  /** Draws the bars in another style or on another scale. */
  #drawAppearance(): void {
    const [{ appearance }, drawnAppearance] = [this.#wanted, this.#shown.appearance]
    const scale = scaleOf(this.#wanted)
    const shownScale = scaleOf(this.#shown)
    if (scale !== shownScale) {
      this.#chart.priceScale('right').applyOptions({ mode: SCALE_MODES[scale] })
    }
    const isSamePair = (scale === 'percent') === (shownScale === 'percent')
    if (appearance.style === drawnAppearance.style && isSamePair) return
    const range = this.#range()
    // Indicators are drawn over the bars, so their series are added after them.
    this.#indicators.clear()
    this.#compared.clear()
    this.#series.remove()
    this.#series = new SeriesPair(this.#chart, this.#theme, appearance.style, scale === 'percent')
    this.#series.setPrices(this.#prices, this.#averages)
    this.#series.setLastNote(this.#lastNote)
    this.#lines.attach(this.#series.anchor)
    this.#marketLines.attach(this.#series.anchor)
    for (const overlay of this.#overlays) this.#series.anchor.attachPrimitive(overlay)
    if (this.#slice !== null) this.#drawSlice(this.#shown, this.#slice)
    if (range !== null && this.#slice !== null) this.#setRange(range)
  }

  /** Draws what follows from the bars: indicators and other symbols. */
  #drawOverBars(): void {
    if (this.#slice === null) return
    const { indicators, compared, model } = this.#wanted
    this.#indicators.draw(indicators, model, this.#slice, this.#theme)
    this.#compared.draw(compared, model, this.#slice, this.#theme)
  }

  #drawMarks(): void {
    const { marks, shape, zone } = this.#wanted
    const shown = this.#shown
    if (marks !== shown.marks || shape !== shown.shape) this.#marks.configure({ marks, shape })
    if (zone !== shown.zone) this.#chart.applyOptions(this.#options())
  }

  #options() {
    const { zone } = this.#wanted
    return chartOptions(this.#theme, this.#timespan, { locale: this.#locale, zone })
  }

  /** Draws the wanted bars with the least change from the shown ones. */
  #drawBars(): void {
    const before = this.#shown.model
    const { model, resetKey } = this.#wanted
    if (resetKey !== this.#shown.resetKey || barCount(before) === 0) return this.#drawReset()
    if (model.history === before.history) return this.#drawLive(before, model)
    const range = this.#range()
    if (this.#appendRolled(before, model)) return
    const shift = shiftBetween(before, model)
    if (range === null || shift === null) return this.#drawReset()
    if (this.#moveDrawn(before, model, shift)) return
    // A view of the newest bars follows them over a gap, such as a jump of the practice clock.
    const isAtNewest = range.last >= barCount(before) - 1
    const by = isAtNewest ? barCount(model) - barCount(before) : shift
    this.#drawAll({ first: range.first + by, last: range.last + by })
  }

  /** Draws a model whose history is the same: only the running bar changed. */
  #drawLive(before: BarModel, model: BarModel): void {
    const slice = this.#slice
    if (model.live === before.live || slice === null || slice.to < barCount(before)) return
    if (before.live === null) {
      this.#drawSlice(this.#wanted, { from: slice.from, to: barCount(model) })
    } else this.#series.setLive(model, true, this.#theme)
  }

  /** Appends the bar that has just closed, and returns true; false when more changed than that. */
  #appendRolled(before: BarModel, model: BarModel): boolean {
    const slice = this.#slice
    if (slice === null || slice.to < barCount(before)) return false
    if (!isRolled(before, model)) return false
    this.#series.appendHistory(model, this.#theme)
    this.#series.setLive(model, true, this.#theme)
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
      this.#series.setLive(model, moved.to >= barCount(model), this.#theme)
    }
    return true
  }

  /** Draws another symbol or interval, starting at its newest bars. */
  #drawReset(): void {
    const { model, timespan, hasExtendedHours } = this.#wanted
    const isOther = timespan !== this.#timespan
    this.#timespan = timespan
    if (isOther) this.#chart.applyOptions(this.#options())
    this.#shade.configure({
      on: hasExtendedHours && !isDayOrLonger(timespan),
      times: () => this.#axisTimes,
    })
    this.#chart.priceScale('right').applyOptions({ autoScale: true })
    const count = barCount(model)
    this.#drawAll({ first: count - FIRST_VIEW_BARS, last: count + SPACE_BARS })
  }

  /** Writes prices as the content says. */
  #applyPrices(): void {
    const { prices } = this.#wanted
    const { averages } = this.#lines
    if (prices !== this.#prices || averages !== this.#averages) {
      this.#series.setPrices(prices, averages)
    }
    this.#prices = prices
    this.#averages = averages
  }

  #drawAll(range: VisibleRange): void {
    const { model } = this.#wanted
    this.#drawSlice(this.#wanted, this.#sliceFor(this.#wanted, range, null))
    if (barCount(model) > 0) this.#setRange(range)
  }

  #drawSlice({ model, indicators, compared }: ChartContent, slice: BarSlice): void {
    this.#slice = slice
    const bars = model.history.slice(slice.from, slice.to)
    const isInSlice = slice.to >= barCount(model)
    const live = isInSlice ? model.live : null
    this.#series.setHistory(model, slice, this.#theme)
    this.#series.setLive(model, isInSlice, this.#theme)
    this.#indicators.draw(indicators, model, slice, this.#theme)
    this.#compared.draw(compared, model, slice, this.#theme)
    this.#axisTimes = [...bars, ...(live === null ? [] : [live])].map((bar) => toAxis(bar.time))
  }

  /** Moves the slice when the view has come near its edge. */
  #moveSlice(): void {
    const [range, next, slice] = [this.#range(), this.#nextSlice(), this.#slice]
    if (range === null || next === null || slice === null) return
    if (next.from === slice.from && next.to === slice.to) return
    this.#drawSlice(this.#shown, next)
    this.#setRange(range)
  }

  #nextSlice(): BarSlice | null {
    const range = this.#range()
    return range === null ? null : this.#sliceFor(this.#shown, range, this.#slice)
  }

  #sliceFor({ model, ...content }: ChartContent, range: VisibleRange, slice: BarSlice | null) {
    const length = sliceLength(seriesCount(content))
    return sliceFor(barCount(model), range.first, range.last, slice, length)
  }

  #range(): VisibleRange | null {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    return range === null || this.#slice === null
      ? null
      : { first: range.from + this.#slice.from, last: range.to + this.#slice.from }
  }

  #setRange({ first, last }: VisibleRange): void {
    const from = this.#slice?.from ?? 0
    this.#chart.timeScale().setVisibleLogicalRange({ from: first - from, to: last - from })
  }

  #reportView(): void {
    const range = this.#range()
    if (range !== null) this.#listener.onView(range.first, range.last)
  }

  readonly #onRange = (): void => {
    if (this.#drawing) return
    this.#reportView()
    if (this.#nextSlice() !== this.#slice) this.#gate.request()
  }

  readonly #onCrosshair = (event: MouseEventParams<Time>): void => {
    const logical: Logical | undefined = event.point === undefined ? undefined : event.logical
    const index = logical === undefined || this.#slice === null ? null : logical + this.#slice.from
    if (this.#isMirroring) return
    const bar = index === null ? null : barAt(this.#shown.model, index)
    this.#listener.onCrosshair(bar === null ? null : index)
    this.#listener.onPointer?.(bar?.time ?? null)
  }
}
