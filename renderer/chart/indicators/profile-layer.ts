import type {
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'
import { NO_BARS, type BarModel } from '../bars/bar-model.js'
import type { DrawTarget } from '../draw-target.js'
import type { ChartTheme } from '../theme.js'
import type { IndicatorSettings } from './settings.js'
import {
  profileLevels,
  visibleProfile,
  volumeOf,
  type BarRange,
  type VolumeProfile,
} from './volume-profile.js'

/** The longest row takes this part of the pane. */
const LONGEST = 0.3
/** The opacity of rows outside of the value area. */
const OUTSIDE = 0.45

/** Draws the volume of the bars in view by price, from the right edge, behind the bars. */
export class ProfileLayer implements ISeriesPrimitive<Time> {
  readonly #settings: IndicatorSettings
  readonly #color: string
  readonly #series: ISeriesApi<SeriesType>
  #theme: ChartTheme
  #attached: SeriesAttachedParameter<Time> | null = null
  #model = NO_BARS
  /** The index of the first bar that the library has. */
  #from = 0
  #profile: VolumeProfile | null = null
  #computed: { readonly model: BarModel; readonly range: BarRange } | null = null

  constructor(
    series: ISeriesApi<SeriesType>,
    settings: IndicatorSettings,
    color: string,
    theme: ChartTheme,
  ) {
    this.#series = series
    this.#settings = settings
    this.#color = color
    this.#theme = theme
    series.attachPrimitive(this)
  }

  show(model: BarModel, from: number, theme: ChartTheme): void {
    this.#theme = theme
    this.#from = from
    if (model === this.#model) return
    this.#model = model
    this.#attached?.requestUpdate()
  }

  remove(): void {
    this.#series.detachPrimitive(this)
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

  /** The profile of the bars in view, computed again only for other bars. */
  #visible(): VolumeProfile | null {
    const view = this.#attached?.chart.timeScale().getVisibleLogicalRange()
    if (view === null || view === undefined) return null
    const range = {
      first: Math.ceil(view.from) + this.#from,
      last: Math.floor(view.to) + this.#from,
    }
    const known = this.#computed
    const isKnown =
      known?.model === this.#model &&
      known.range.first === range.first &&
      known.range.last === range.last
    if (!isKnown) {
      this.#computed = { model: this.#model, range }
      this.#profile = visibleProfile(this.#model, range, this.#settings)
    }
    return this.#profile
  }

  #draw(target: DrawTarget): void {
    const profile = this.#visible()
    if (profile === null) return
    target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
      const y = (price: number): number | null => this.#series.priceToCoordinate(price)
      const most = volumeOf(profile.rows[profile.control] ?? { low: 0, high: 0, up: 0, down: 0 })
      const scale = (width * LONGEST) / most
      for (const [place, row] of profile.rows.entries()) {
        const [top, bottom] = [y(row.high), y(row.low)]
        if (top === null || bottom === null) continue
        const height = Math.max(1, bottom - top - 1)
        const [from, to] = profile.area
        context.globalAlpha = place >= from && place <= to ? 1 : OUTSIDE
        context.fillStyle = this.#theme.volumeUp
        context.fillRect(width - row.up * scale, top, row.up * scale, height)
        context.fillStyle = this.#theme.volumeDown
        context.fillRect(width - volumeOf(row) * scale, top, row.down * scale, height)
      }
      context.globalAlpha = 1
      this.#drawLevels(context, profile, width, y)
    })
  }

  /** The price with the most volume as a line, the limits of the value area dashed. */
  #drawLevels(
    context: CanvasRenderingContext2D,
    profile: VolumeProfile,
    width: number,
    y: (price: number) => number | null,
  ): void {
    const { control, valueHigh, valueLow } = profileLevels(profile)
    context.strokeStyle = this.#color
    context.lineWidth = 1
    for (const price of [control, valueHigh, valueLow]) {
      const height = y(price)
      if (height === null) continue
      context.setLineDash(price === control ? [] : [4, 3])
      context.beginPath()
      context.moveTo(0, Math.round(height) + 0.5)
      context.lineTo(width, Math.round(height) + 0.5)
      context.stroke()
    }
    context.setLineDash([])
  }
}
