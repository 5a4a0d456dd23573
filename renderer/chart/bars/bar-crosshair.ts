import type { IChartApi, Logical, MouseEventParams, Time } from 'lightweight-charts'
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

/** The crosshair at a bar: under the person's pointer, or where another chart has its own. */
export class BarCrosshair {
  readonly #deps: BarCrosshairDeps
  /** True while the crosshair of another chart is shown. */
  #isMirroring = false

  constructor(deps: BarCrosshairDeps) {
    this.#deps = deps
    deps.chart.subscribeCrosshairMove(this.#onMove)
  }

  /** Shows the crosshair at the bar of this time, as another chart does; null hides it. */
  show(time: EpochMs | null): void {
    const { anchor, chart, listener } = this.#deps
    const model = this.#deps.model()
    const index = time === null ? null : indexAt(model, time)
    const bar = index === null ? null : barAt(model, index)
    this.#isMirroring = true
    if (bar === null) chart.clearCrosshairPosition()
    else {
      const place = toAxis(bar.time) as unknown as Time
      chart.setCrosshairPosition(toNumber(bar.close), place, anchor())
    }
    this.#isMirroring = false
    listener.onCrosshair(bar === null ? null : index)
  }

  dispose(): void {
    this.#deps.chart.unsubscribeCrosshairMove(this.#onMove)
  }

  readonly #onMove = (event: MouseEventParams<Time>): void => {
    const { listener } = this.#deps
    const logical: Logical | undefined = event.point === undefined ? undefined : event.logical
    const firstBar = this.#deps.firstBar()
    const index = logical === undefined || firstBar === null ? null : logical + firstBar
    if (this.#isMirroring) return
    const bar = index === null ? null : barAt(this.#deps.model(), index)
    listener.onCrosshair(bar === null ? null : index)
    listener.onPointer?.(bar?.time ?? null)
  }
}
