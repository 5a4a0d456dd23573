import type { Coordinate, IChartApi, MouseEventParams, Time } from 'lightweight-charts'
import type { Bar } from '../../../shared/domain/market/bar.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { toAxis } from '../axis-time.js'
import { toNumber } from '../number.js'
import type { SeriesPair } from '../series-pair.js'
import { barAt, indexAt, type BarModel } from './bar-model.js'

export interface CrosshairListener {
  /**
   * The index of the bar under the pointer, counted from the oldest known; null when the pointer is
   * elsewhere.
   */
  onCrosshair(index: number | null): void
  /** The time of the bar under the person's own pointer; not for `show`. */
  onPointer?(time: EpochMs | null): void
}

interface BarCrosshairDeps {
  readonly chart: IChartApi
  readonly listener: CrosshairListener
  readonly anchor: () => SeriesPair['anchor']
  readonly model: () => BarModel
  /** Returns the index of the first drawn bar; null before bars are drawn. */
  readonly firstBar: () => number | null
}

/** A place of the person's pointer, in px of its pane. */
interface PanePoint {
  readonly x: Coordinate
  readonly y: Coordinate
  readonly pane: number
}

/** A bar under the pointer, with its index counted from the oldest known. */
interface ReportedBar {
  readonly index: number
  readonly time: EpochMs
}

/** Where the library draws a crosshair: what `setCrosshairPosition` takes. */
type CrosshairPlace = Parameters<IChartApi['setCrosshairPosition']>

/** The crosshair at a bar: under the person's pointer, or where another chart has its own. */
export class BarCrosshair {
  readonly #deps: BarCrosshairDeps
  /** True while the crosshair of another chart is shown. */
  #isMirroring = false
  /** Where the pointer is; null while it is not over the panes. */
  #pointer: PanePoint | null = null
  /** The bar that the listener knows to be under the pointer. */
  #reported: ReportedBar | null = null
  /** The time of the bar where another chart has its crosshair; null for none. */
  #mirrored: EpochMs | null = null

  constructor(deps: BarCrosshairDeps) {
    this.#deps = deps
    deps.chart.subscribeCrosshairMove(this.#onMove)
  }

  /** Shows the crosshair at the bar of this time, as another chart does; null hides it. */
  show(time: EpochMs | null): void {
    const { listener } = this.#deps
    const model = this.#deps.model()
    const index = time === null ? null : indexAt(model, time)
    const bar = index === null ? null : barAt(model, index)
    this.#mirrored = bar === null ? null : time
    this.#place(bar === null ? null : this.#placeOf(bar))
    listener.onCrosshair(bar === null ? null : index)
  }

  /**
   * Runs `change`, which updates the drawn series, with the crosshair away. After each series that
   * is updated the library looks for what is under its crosshair and builds the lines again for
   * that, which costs more than all the updates.
   */
  around(change: () => void): void {
    // The library places a crosshair at a bar only, so one beside the bars could not come back.
    if (this.#current() === null) return change()
    this.#place(null)
    change()
    this.#place(this.#current())
    if (this.#pointer !== null) this.#reportMoved()
  }

  dispose(): void {
    this.#deps.chart.unsubscribeCrosshairMove(this.#onMove)
  }

  /** Returns where the crosshair is now; null for none, and where no bar is. */
  #current(): CrosshairPlace | null {
    if (this.#pointer !== null) return this.#placeAt(this.#pointer)
    const model = this.#deps.model()
    const index = this.#mirrored === null ? null : indexAt(model, this.#mirrored)
    const bar = index === null ? null : barAt(model, index)
    return bar === null ? null : this.#placeOf(bar)
  }

  #placeOf({ time, close }: Bar): CrosshairPlace {
    return [toNumber(close), toAxis(time) as unknown as Time, this.#deps.anchor()]
  }

  #placeAt({ x, y, pane }: PanePoint): CrosshairPlace | null {
    const { chart } = this.#deps
    const series = chart.panes()[pane]?.getSeries()[0]
    const [time, price] = [chart.timeScale().coordinateToTime(x), series?.coordinateToPrice(y)]
    return time === null || series === undefined || price === null || price === undefined
      ? null
      : [price, time, series]
  }

  #place(place: CrosshairPlace | null): void {
    const { chart } = this.#deps
    this.#isMirroring = true
    if (place === null) chart.clearCrosshairPosition()
    else chart.setCrosshairPosition(...place)
    this.#isMirroring = false
  }

  readonly #onMove = ({ point, paneIndex, sourceEvent }: MouseEventParams<Time>): void => {
    if (this.#isMirroring) return
    if (point !== undefined && sourceEvent === undefined) {
      // The bars have moved below a pointer that stands still, or below another chart's crosshair.
      if (this.#pointer !== null) this.#reportMoved()
      return
    }
    this.#pointer = point === undefined ? null : { x: point.x, y: point.y, pane: paneIndex ?? 0 }
    this.#report(this.#barUnderPointer())
  }

  /** Reports the bar under the pointer if it is another one than before. */
  #reportMoved(): void {
    const bar = this.#barUnderPointer()
    if (bar?.index !== this.#reported?.index || bar?.time !== this.#reported?.time) {
      this.#report(bar)
    }
  }

  #report(bar: ReportedBar | null): void {
    const { listener } = this.#deps
    this.#reported = bar
    listener.onCrosshair(bar?.index ?? null)
    listener.onPointer?.(bar?.time ?? null)
  }

  #barUnderPointer(): ReportedBar | null {
    const { chart, firstBar, model } = this.#deps
    const logical =
      this.#pointer === null ? null : chart.timeScale().coordinateToLogical(this.#pointer.x)
    const first = firstBar()
    if (logical === null || first === null) return null
    const index = logical + first
    const bar = barAt(model(), index)
    return bar === null ? null : { index, time: bar.time }
  }
}
