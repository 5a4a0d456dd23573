import { createChart, type IChartApi, type ISeriesPrimitive, type Time } from 'lightweight-charts'
import { isDayOrLonger } from '../../shared/domain/market/bar.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { EpochMs } from '../../shared/domain/time.js'
import { barCount, indexBy } from './bars/bar-model.js'
import type { BarSlice } from './bars/bar-window.js'
import { protectBlankCanvases } from './blank-canvases.js'
import { EMPTY_CONTENT, scaleOf, type ChartContent } from './chart-content.js'
import { SCALE_MODES, chartOptions } from './chart-options.js'
import { BarCrosshair, type CrosshairListener } from './bars/bar-crosshair.js'
import { BarScroll } from './bars/bar-scroll.js'
import { DrawnBars, FIRST_VIEW_BARS } from './bars/drawn-bars.js'
import { CompareLayer } from './compare/compare-layer.js'
import { IndicatorLayer } from './indicators/indicator-layer.js'
import { EventMarks } from './market/event-marks.js'
import { MarketLines, type MarketLine } from './market/market-lines.js'
import { scalesOf, type ChartScales } from './drawings/chart-scales.js'
import { withCaption } from './picture.js'
import { PriceLines, type TitledLine } from './price-lines.js'
import { browserTimers, createRedrawGate, nextPhase, type RedrawGate } from './redraw-gate.js'
import { SeriesPair } from './series-pair.js'
import { SessionShade } from './market/session-shade.js'
import { readTheme, type ChartTheme } from './theme.js'
import { TradingPane } from './trading/trading-pane.js'

export interface ChartListener extends CrosshairListener {
  /** The indexes of the first and last visible bar (fractional, may lie outside the bars). */
  onView(first: number, last: number): void
}

/** The line that the library draws between two panes. */
const PANE_SEPARATOR_PX = 1

/**
 * One chart in a container. It draws with each delivery of prices and never while hidden; it holds
 * only a slice of the bars and moves that slice with the view.
 */
export class ChartView {
  /** Where prices are, for orders and positions that are shown and moved over the chart. */
  readonly trading: TradingPane
  readonly crosshair: BarCrosshair
  readonly scroll: BarScroll
  readonly #container: HTMLElement
  readonly #listener: ChartListener
  readonly #locale: string
  readonly #chart: IChartApi
  #series: SeriesPair
  readonly #bars: DrawnBars
  readonly #lines: PriceLines
  readonly #marketLines: MarketLines
  readonly #indicators: IndicatorLayer
  readonly #compared: CompareLayer
  readonly #marks: EventMarks
  readonly #shade: SessionShade
  readonly #gate: RedrawGate
  readonly #stopProtecting: Disposer
  #theme: ChartTheme
  #timespan = EMPTY_CONTENT.timespan
  #wanted = EMPTY_CONTENT
  #shown = EMPTY_CONTENT
  #prices = EMPTY_CONTENT.prices
  #averages: ReadonlySet<number> = new Set()
  #lastNote = ''
  #drawing = false
  /** The time that is shown once its bar is loaded; null for none. */
  #goTo: EpochMs | null = null
  #disposed = false
  /** What is painted over the bars, whatever series they are. */
  readonly #overlays = new Set<ISeriesPrimitive<Time>>()

  constructor(container: HTMLElement, listener: ChartListener, locale: string) {
    this.#container = container
    this.#listener = listener
    this.#locale = locale
    this.#theme = readTheme(container)
    this.#chart = createChart(container, {
      ...chartOptions(this.#theme, this.#timespan, { locale, zone: EMPTY_CONTENT.zone }),
      autoSize: true,
    })
    this.#stopProtecting = protectBlankCanvases(container)
    this.#series = new SeriesPair(this.#chart, this.#theme, EMPTY_CONTENT.appearance.style, false)
    this.#indicators = new IndicatorLayer(this.#chart, () => this.#series.anchor)
    this.#compared = new CompareLayer(this.#chart)
    this.#bars = new DrawnBars({
      chart: this.#chart,
      series: () => this.#series,
      theme: () => this.#theme,
      onReset: () => this.#prepareReset(),
      drawOver: (content, slice) => this.#drawOver(content, slice),
    })
    this.scroll = new BarScroll({
      bars: this.#bars,
      drawn: () => this.#shown,
      requested: () => this.#wanted,
    })
    this.#marketLines = new MarketLines(this.#series.anchor)
    this.#marks = new EventMarks(this.#theme)
    this.#marks.configure({ times: () => this.#bars.axisTimes })
    this.#lines = new PriceLines(this.#series.anchor)
    this.#shade = new SessionShade(this.#theme.extendedHours)
    this.#chart.panes()[0]?.attachPrimitive(this.#shade)
    this.#chart.panes()[0]?.attachPrimitive(this.#marks)
    this.trading = new TradingPane({
      chart: this.#chart,
      element: container,
      anchor: () => this.#series.anchor,
      firstBar: () => this.#bars.slice?.from ?? 0,
      theme: () => this.#theme,
    })
    this.#gate = createRedrawGate(
      () => this.crosshair.around(this.#draw),
      browserTimers,
      nextPhase(),
    )
    this.crosshair = new BarCrosshair({
      chart: this.#chart,
      listener,
      anchor: () => this.#series.anchor,
      model: () => this.#shown.model,
      firstBar: () => this.#bars.slice?.from ?? null,
    })
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
    this.#bars.redraw(this.#shown)
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
    const { slice } = this.#bars
    if (slice === null || barCount(model) === 0) return null
    const bars = { model, shape, places: this.#prices.places, from: slice.from }
    return scalesOf(this.#chart, this.#series.anchor, bars)
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

  setVisible(visible: boolean): void {
    this.#gate.setVisible(visible)
  }

  dispose(): void {
    this.#disposed = true
    this.#gate.dispose()
    this.#stopProtecting()
    this.#chart.timeScale().unsubscribeVisibleLogicalRangeChange(this.#onRange)
    this.crosshair.dispose()
    this.#chart.remove()
  }

  readonly #draw = (): void => {
    // While bars are replaced, the library reports ranges that mix old and new indexes.
    this.#drawing = true
    this.#drawAppearance()
    this.#applyPrices()
    if (this.#wanted !== this.#shown) this.#bars.draw(this.#shown, this.#wanted)
    const { slice } = this.#bars
    if (slice !== null) this.#drawOver(this.#wanted, slice)
    this.#drawMarks()
    this.#shown = this.#wanted
    // Read by the start-up mark and by tests to detect that the chart has content.
    if (barCount(this.#shown.model) > 0 && this.#container.dataset['drawn'] === undefined) {
      this.#container.dataset['drawn'] = 'true'
    }
    this.#goToTime()
    this.#bars.follow(this.#shown)
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
    const range = this.#bars.range()
    const half = (range === null ? FIRST_VIEW_BARS : range.last - range.first) / 2
    const index = indexBy(model, time)
    this.#bars.drawAll(this.#wanted, { first: index - half, last: index + half })
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
    const range = this.#bars.range()
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
    this.#bars.redraw(this.#shown)
    if (range !== null) this.#bars.setRange(range)
  }

  /** Draws what follows from the bars: indicators and other symbols. */
  #drawOver({ indicators, compared, model }: ChartContent, slice: BarSlice): void {
    this.#indicators.draw(indicators, model, slice, this.#theme)
    this.#compared.draw(compared, model, slice, this.#theme)
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

  /** Prepares axis, shade and scale for another symbol or interval. */
  #prepareReset(): void {
    const { timespan, hasExtendedHours } = this.#wanted
    const isOther = timespan !== this.#timespan
    this.#timespan = timespan
    if (isOther) this.#chart.applyOptions(this.#options())
    this.#shade.configure({
      on: hasExtendedHours && !isDayOrLonger(timespan),
      times: () => this.#bars.axisTimes,
    })
    this.#chart.priceScale('right').applyOptions({ autoScale: true })
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

  #reportView(): void {
    const range = this.#bars.range()
    if (range !== null) this.#listener.onView(range.first, range.last)
  }

  readonly #onRange = (): void => {
    if (this.#drawing) return
    this.#reportView()
    if (this.#bars.isBehind(this.#shown)) this.#gate.request()
  }
}
