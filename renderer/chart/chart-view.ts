import {
  createChart,
  type IChartApi,
  type IPriceLine,
  type Logical,
  type MouseEventParams,
  type Time,
} from 'lightweight-charts'
import type { Timespan } from '../../shared/domain/market/bar.js'
import { eq } from '../../shared/domain/decimal.js'
import { NO_BARS, barAt, barCount, pricePlaces, type BarModel } from './bar-model.js'
import { sliceFor, type BarSlice } from './bar-window.js'
import { toAxis } from './axis-time.js'
import { chartOptions, lineOptions } from './chart-options.js'
import { lineChanges, type OwnLine } from './order-lines.js'
import { browserTimers, createRedrawGate, nextPhase } from './redraw-gate.js'
import { createSeriesPair } from './series-pair.js'
import { SessionShade } from './session-shade.js'
import { readTheme } from './theme.js'

/** An order or position line with its title. */
export interface TitledLine extends OwnLine {
  readonly title: string
}

export interface ChartListener {
  /**
   * The index of the bar under the pointer, counted from the oldest known; null when the pointer is
   * elsewhere.
   */
  onCrosshair(index: number | null): void
  /** The indexes of the first and last visible bar (fractional, may lie outside the bars). */
  onView(first: number, last: number): void
}

export interface ChartView {
  /**
   * Schedules a draw of this model. A new `resetKey` (symbol and timespan) starts at the newest
   * bars; the same key preserves the view.
   */
  show(model: BarModel, timespan: Timespan, resetKey: string): void
  setLines(lines: readonly TitledLine[]): void
  /** Moves the view by a number of bars; negative is into the past. */
  pan(bars: number): void
  /** Shows fewer (factor below 1) or more bars; the right edge stays. */
  zoom(factor: number): void
  toNewest(): void
  /** Reads the style sheet again after a theme change. */
  refreshTheme(): void
  setVisible(visible: boolean): void
  dispose(): void
}

const FIRST_VIEW_BARS = 120

const sameLine = (a: TitledLine, b: TitledLine): boolean =>
  a.title === b.title &&
  a.uncertain === b.uncertain &&
  a.side === b.side &&
  a.kind === b.kind &&
  eq(a.price, b.price)

/**
 * Creates one chart in `container`. It draws at most ten times a second and never while hidden; it
 * holds only a slice of the bars and moves that slice with the view.
 */
export function createChartView(
  container: HTMLElement,
  listener: ChartListener,
  locale: string,
): ChartView {
  let theme = readTheme(container)
  let timespan: Timespan = 'M5'
  const chart: IChartApi = createChart(container, {
    ...chartOptions(theme, timespan, locale),
    autoSize: true,
  })
  const series = createSeriesPair(chart, theme)
  const shade = new SessionShade(theme.extendedHours)
  chart.panes()[0]?.attachPrimitive(shade)

  let wanted: { model: BarModel; timespan: Timespan; resetKey: string } = {
    model: NO_BARS,
    timespan,
    resetKey: '',
  }
  let shown = wanted
  let slice: BarSlice | null = null
  let places = 2
  let axisTimes: readonly number[] = []
  let wantedLines: readonly TitledLine[] = []
  let shownLines: readonly TitledLine[] = []
  const drawn = new Map<string, IPriceLine>()

  const view = (): { first: number; last: number } | null => {
    const range = chart.timeScale().getVisibleLogicalRange()
    return range === null || slice === null
      ? null
      : { first: range.from + slice.from, last: range.to + slice.from }
  }
  const setView = (first: number, last: number): void => {
    const from = slice?.from ?? 0
    chart.timeScale().setVisibleLogicalRange({ from: first - from, to: last - from })
  }

  const drawSlice = (model: BarModel, next: BarSlice): void => {
    slice = next
    const bars = model.history.slice(next.from, next.to)
    series.setHistory(bars, theme)
    const atEnd = next.to >= barCount(model)
    series.setLive(atEnd ? model.live : null, theme)
    axisTimes = [...bars, ...(atEnd && model.live !== null ? [model.live] : [])].map((bar) =>
      toAxis(bar.time),
    )
  }

  const drawAll = (first: number, last: number): void => {
    const { model } = wanted
    drawSlice(model, sliceFor(barCount(model), first, last, null))
    const needed = pricePlaces(model)
    if (needed !== places) series.setPlaces(needed)
    places = needed
    if (barCount(model) > 0) setView(first, last)
  }

  const drawReset = (): void => {
    const span = wanted.timespan
    if (span !== timespan) chart.applyOptions(chartOptions(theme, span, locale))
    timespan = span
    shade.configure({ on: !['D', 'W', 'M', 'Y'].includes(span), times: () => axisTimes })
    chart.priceScale('right').applyOptions({ autoScale: true })
    const count = barCount(wanted.model)
    drawAll(count - FIRST_VIEW_BARS, count + 5)
  }

  const drawBars = (): void => {
    const [before, { model }] = [shown.model, wanted]
    if (wanted.resetKey !== shown.resetKey || barCount(before) === 0) return drawReset()
    if (model.history === before.history) {
      if (model.live !== before.live && slice !== null && slice.to >= barCount(before)) {
        series.setLive(model.live, theme)
        if (before.live === null) drawSlice(model, { from: slice.from, to: barCount(model) })
      }
      return
    }
    const currentView = view()
    const added = model.history.length - before.history.length
    const closed = model.history.at(-1)
    const rolled =
      added === 1 &&
      closed !== undefined &&
      closed.time === before.live?.time &&
      model.history[0] === before.history[0]
    if (rolled && slice !== null && slice.to >= barCount(before)) {
      series.appendHistory(closed, theme)
      series.setLive(model.live, theme)
      slice = { from: slice.from, to: barCount(model) }
      if (model.live !== null) axisTimes = [...axisTimes, toAxis(model.live.time)]
      return
    }
    const oldFirst = before.history[0] ?? before.live
    const shift =
      oldFirst === null ? 0 : model.history.findIndex((bar) => bar.time === oldFirst.time)
    if (currentView === null || shift < 0) return drawReset()
    drawAll(currentView.first + shift, currentView.last + shift)
  }

  const drawLines = (): void => {
    const changes = lineChanges(shownLines, wantedLines, sameLine)
    for (const id of changes.removed) {
      const line = drawn.get(id)
      if (line !== undefined) series.anchor.removePriceLine(line)
      drawn.delete(id)
    }
    for (const line of changes.added) {
      drawn.set(line.id, series.anchor.createPriceLine(lineOptions(line, line.title, theme)))
    }
    for (const line of changes.changed) {
      drawn.get(line.id)?.applyOptions(lineOptions(line, line.title, theme))
    }
    shownLines = wantedLines
  }

  let drawing = false
  const gate = createRedrawGate(
    () => {
      // While bars are replaced, the library reports ranges that mix old and new indexes.
      drawing = true
      if (wanted !== shown) drawBars()
      shown = wanted
      // Read by the start-up mark and by tests to detect that the chart has content.
      if (barCount(shown.model) > 0) container.dataset['drawn'] = 'true'
      moveSlice()
      if (wantedLines !== shownLines) drawLines()
      drawing = false
      reportView()
    },
    browserTimers,
    nextPhase(),
  )

  const nextSlice = (): BarSlice | null => {
    const currentView = view()
    return currentView === null
      ? null
      : sliceFor(barCount(shown.model), currentView.first, currentView.last, slice)
  }
  const moveSlice = (): void => {
    const [currentView, next] = [view(), nextSlice()]
    if (
      currentView === null ||
      next === null ||
      slice === null ||
      (next.from === slice.from && next.to === slice.to)
    ) {
      return
    }
    drawSlice(shown.model, next)
    setView(currentView.first, currentView.last)
  }
  const reportView = (): void => {
    const currentView = view()
    if (currentView !== null) listener.onView(currentView.first, currentView.last)
  }
  const onRange = (): void => {
    if (drawing) return
    reportView()
    if (nextSlice() !== slice) gate.request()
  }
  const onCrosshair = (event: MouseEventParams<Time>): void => {
    const logical: Logical | undefined = event.point === undefined ? undefined : event.logical
    const index = logical === undefined || slice === null ? null : logical + slice.from
    listener.onCrosshair(index === null || barAt(shown.model, index) === null ? null : index)
  }
  chart.subscribeCrosshairMove(onCrosshair)
  chart.timeScale().subscribeVisibleLogicalRangeChange(onRange)

  return {
    show(model, span, resetKey) {
      wanted = { model, timespan: span, resetKey }
      gate.request()
    },
    setLines(lines) {
      wantedLines = lines
      gate.request()
    },
    pan(bars) {
      const currentView = view()
      if (currentView !== null) setView(currentView.first + bars, currentView.last + bars)
    },
    zoom(factor) {
      const currentView = view()
      if (currentView === null) return
      const width = Math.min(4_000, Math.max(10, (currentView.last - currentView.first) * factor))
      setView(currentView.last - width, currentView.last)
    },
    toNewest() {
      const currentView = view()
      const count = barCount(shown.model)
      const width = currentView === null ? FIRST_VIEW_BARS : currentView.last - currentView.first
      drawAll(count + 5 - width, count + 5)
    },
    refreshTheme() {
      theme = readTheme(container)
      chart.applyOptions(chartOptions(theme, timespan, locale))
      series.applyTheme(theme)
      shade.configure({ color: theme.extendedHours })
      if (slice !== null) drawSlice(shown.model, slice)
      for (const line of shownLines) {
        drawn.get(line.id)?.applyOptions(lineOptions(line, line.title, theme))
      }
    },
    setVisible: (visible) => gate.setVisible(visible),
    dispose() {
      gate.dispose()
      chart.timeScale().unsubscribeVisibleLogicalRangeChange(onRange)
      chart.unsubscribeCrosshairMove(onCrosshair)
      chart.remove()
    },
  }
}
