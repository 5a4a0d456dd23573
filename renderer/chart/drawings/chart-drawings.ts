import { fromInteger, snap, type Decimal, type Price } from '../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { BarShape } from '../../../shared/domain/drawings/axis/bar-shape.js'
import type { DrawingId } from '../../../shared/domain/drawings/drawing.js'
import type { Drawing } from '../../../shared/domain/drawings/drawing.schema.js'
import { linePrice } from '../../../shared/domain/drawings/line-price.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { barAt, barCount } from '../bars/bar-model.js'
import type { ChartView } from '../chart-view.js'
import { BarAxis } from '../../../shared/domain/drawings/axis/bar-axis.js'
import type { Point } from './chart-scales.js'
import { onDrawingKey } from './controller-keys.js'
import { DrawingController, type ControllerDeps } from './drawing-controller.js'
import { DrawingLayer } from './drawing-layer.js'
import { listenToPointer } from './drawing-pointer.js'
import { readDrawingTheme } from './drawing-theme.js'
import type { Stage } from './placement.js'
import type { DrawingFormat, ShapeContext } from './shape.js'
import { pointOf, type Snapping, type StepOf } from './snap.js'

/** What the drawings of a chart need of the panel. */
export interface ChartDrawingsDeps extends Omit<ControllerDeps, 'snapping' | 'hit'> {
  readonly assetClass: AssetClass
  readonly format: () => DrawingFormat
  readonly figures: ShapeContext['figures']
  readonly stepOf: StepOf
  /** Adds an alert on a drawing. */
  readonly addAlert: (drawing: Drawing) => void
  readonly undo: () => void
  readonly redo: () => void
}

/** The drawings on one chart: painted with it, and changed by pointer and keys on it. */
export class ChartDrawings {
  readonly controller: DrawingController
  readonly #view: ChartView
  readonly #deps: ChartDrawingsDeps
  readonly #layer: DrawingLayer
  readonly #stops: readonly Disposer[]
  #axis: BarAxis | null = null

  constructor(view: ChartView, deps: ChartDrawingsDeps) {
    this.#view = view
    this.#deps = deps
    const { element } = view
    this.#layer = new DrawingLayer(() => this.#stage(), readDrawingTheme(element))
    const controller = new DrawingController({
      ...deps,
      snapping: () => this.#snapping(),
      hit: (point) => this.#layer.hit(point),
    })
    this.controller = controller
    const keys = element.closest<HTMLElement>('[tabindex]') ?? element
    keys.addEventListener('keydown', this.#onKey, true)
    this.#stops = [
      view.attach(this.#layer),
      controller.subscribe(() => this.show(deps.drawings())),
      listenToPointer({ element, controller, size: () => view.scales() }),
      () => keys.removeEventListener('keydown', this.#onKey, true),
    ]
  }

  /** Shows these drawings, and what is drawn or moved now. */
  show(drawings: readonly Drawing[]): void {
    this.#layer.show(this.controller.content(drawings))
  }

  /** Marks the drawings that alerts are on. */
  markAlerts(ids: ReadonlySet<DrawingId>): void {
    this.#layer.markAlerts(ids)
  }

  /** Returns which bars the chart shows; null while it has none. */
  shape(): BarShape | null {
    return this.#snapping()?.scales.shape ?? null
  }

  /** Reads the style sheet again after a change of the theme. */
  refreshTheme(): void {
    this.#layer.applyTheme(readDrawingTheme(this.#view.element))
  }

  /** Returns where the first point of a drawing is; null where it cannot be seen. */
  placeOf({ anchors: [anchor] }: Drawing): Point | null {
    const snapping = this.#snapping()
    return snapping === null || anchor === undefined ? null : pointOf(anchor, snapping)
  }

  /** Returns the price of a line at the newest bar, as it is drawn; null where it has none. */
  priceNow(drawing: Drawing): Price | null {
    const snapping = this.#snapping()
    if (snapping === null) return null
    const { scales, axis } = snapping
    const bar = barAt(scales.model, barCount(scales.model) - 1)
    const position = (time: EpochMs): Decimal => fromInteger(axis.position(time))
    const price = bar === null ? null : linePrice(drawing, bar.time, position)
    return price === null ? null : snap(price, this.#deps.stepOf(price), 'half-even')
  }

  /** Moves the view so that the drawing can be seen. */
  scrollTo({ anchors }: Drawing): void {
    const snapping = this.#snapping()
    if (snapping === null) return
    const { scales, axis } = snapping
    const places = anchors.map(({ time }) => scales.x(axis.position(time)))
    if (places.some((x) => x >= 0 && x <= scales.width)) return
    const middle = (Math.min(...places) + Math.max(...places)) / 2
    this.#view.scroll.pan(Math.round(scales.index(middle) - scales.index(scales.width / 2)))
  }

  /** Gives the keyboard to the chart. */
  focus(): void {
    this.#view.element.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    this.controller.dispose()
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    if (event.defaultPrevented || event.target !== event.currentTarget) return
    const isOurs = onDrawingKey(
      { key, ctrl: ctrlKey || metaKey, shift: shiftKey, alt: altKey },
      {
        controller: this.controller,
        snapping: () => this.#snapping(),
        edit: this.#deps.edit,
        addAlert: this.#deps.addAlert,
        undo: this.#deps.undo,
        redo: this.#deps.redo,
        pan: (bars) => this.#view.scroll.pan(bars),
      },
    )
    if (!isOurs) return
    event.preventDefault()
    event.stopPropagation()
  }

  #snapping(): Snapping | null {
    const scales = this.#view.scales()
    if (scales === null) return null
    const { model, shape } = scales
    if (this.#axis?.serves(model, shape) !== true) {
      this.#axis = new BarAxis(model, shape, this.#deps.assetClass)
    }
    return { scales, axis: this.#axis, stepOf: this.#deps.stepOf }
  }

  #stage(): Stage | null {
    const snapping = this.#snapping()
    if (snapping === null) return null
    const { format, figures } = this.#deps
    return { ...snapping, format: format(), figures }
  }
}
