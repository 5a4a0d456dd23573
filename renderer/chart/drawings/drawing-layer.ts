import type {
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import type { DrawingId } from '../../../shared/domain/drawings/drawing.js'
import type { Anchor, Drawing } from '../../../shared/domain/drawings/drawing.schema.js'
import type { Point } from './chart-scales.js'
import type { DrawTarget } from '../draw-target.js'
import type { DrawingTheme } from './drawing-theme.js'
import { handOf } from './author.js'
import { handleAt, isOnShape } from './hit-test.js'
import { bellPlace, paintBell } from './alert-bell.js'
import { labelFont, paintCursor, paintHandles, paintShape, type Brush } from './paint.js'
import { handlesOf, place, type Placed, type Stage } from './placement.js'
import type { Handle } from './shape.js'
import { pointOf } from './snap.js'

/** What the layer shows. */
export interface LayerContent {
  readonly drawings: readonly Drawing[]
  /** The drawing that is drawn or moved now, in place of the stored one with its id. */
  readonly draft: Drawing | null
  readonly selected: DrawingId | null
  readonly hovered: DrawingId | null
  /** The chosen handle of the selected drawing. */
  readonly handle: number | null
  /** Where a key puts the next point. */
  readonly cursor: Anchor | null
}

export const NO_CONTENT: LayerContent = {
  drawings: [],
  draft: null,
  selected: null,
  hovered: null,
  handle: null,
  cursor: null,
}

/** What is at a place: a handle of the selected drawing, or a drawing. */
export interface Hit {
  readonly drawing: Drawing
  readonly handle: Handle | null
}

/**
 * Paints the drawings over the bars: the resting ones below the crosshair, the one that is drawn,
 * selected or under the pointer on the layer that is painted with every move.
 */
export class DrawingLayer implements ISeriesPrimitive<Time> {
  #attached: SeriesAttachedParameter<Time> | null = null
  readonly #stage: () => Stage | null
  readonly #views: readonly IPrimitivePaneView[]
  #theme: DrawingTheme
  /** The drawings that alerts are on. */
  #alerted: ReadonlySet<DrawingId> = new Set()
  #content = NO_CONTENT

  constructor(stage: () => Stage | null, theme: DrawingTheme) {
    this.#stage = stage
    this.#theme = theme
    this.#views = [
      {
        zOrder: () => 'normal',
        renderer: () => ({ draw: (target: DrawTarget) => this.#drawResting(target) }),
      },
      {
        zOrder: () => 'top',
        renderer: () => ({ draw: (target: DrawTarget) => this.#drawActive(target) }),
      },
    ]
  }

  show(content: LayerContent): void {
    this.#content = content
    this.#attached?.requestUpdate()
  }

  markAlerts(ids: ReadonlySet<DrawingId>): void {
    this.#alerted = ids
    this.#attached?.requestUpdate()
  }

  applyTheme(theme: DrawingTheme): void {
    this.#theme = theme
    this.#attached?.requestUpdate()
  }

  attached(param: SeriesAttachedParameter<Time>): void {
    this.#attached = param
  }

  detached(): void {
    this.#attached = null
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  /** Returns what is at a place; of several drawings the selected one, then the newest. */
  hit(point: Point): Hit | null {
    const stage = this.#stage()
    if (stage === null) return null
    const { drawings, selected } = this.#content
    const chosen = drawings.find(({ id, hidden }) => id === selected && !hidden)
    const rest = drawings.filter(({ hidden }) => !hidden).toReversed()
    for (const drawing of chosen === undefined ? rest : [chosen, ...rest]) {
      const placed = place(drawing, stage)
      if (placed === null) continue
      const isSelected = drawing.id === selected
      const handles = isSelected ? handlesOf(placed, stage) : []
      const handle = handleAt(point, handles)
      if (handle !== null) return { drawing, handle: handles[handle] ?? null }
      if (placed.shapes.some((shape) => isOnShape(point, shape, isSelected))) {
        return { drawing, handle: null }
      }
    }
    return null
  }

  #isActive(id: DrawingId): boolean {
    const { draft, selected, hovered } = this.#content
    return id === draft?.id || id === selected || id === hovered
  }

  #drawResting(target: DrawTarget): void {
    const stage = this.#stage()
    if (stage === null) return
    const resting = this.#content.drawings.filter(
      ({ id, hidden }) => !hidden && !this.#isActive(id),
    )
    if (resting.length === 0) return
    this.#paint(target, stage, (brush) => {
      for (const drawing of resting) this.#paintDrawing(brush, place(drawing, stage))
    })
  }

  #drawActive(target: DrawTarget): void {
    const stage = this.#stage()
    const { drawings, draft, selected, handle, cursor } = this.#content
    if (stage === null) return
    const active = drawings.filter(
      ({ id, hidden }) => id !== draft?.id && !hidden && this.#isActive(id),
    )
    if (draft !== null) active.push(draft)
    if (active.length === 0 && cursor === null) return
    this.#paint(target, stage, (brush) => {
      for (const drawing of active) {
        const placed = place(drawing, stage)
        this.#paintDrawing(brush, placed)
        if (placed === null) continue
        paintHandles(brush, handlesOf(placed, stage), drawing.id === selected ? handle : null)
      }
      const point = cursor === null ? null : pointOf(cursor, stage)
      if (point !== null) paintCursor(brush, point)
    })
  }

  #paintDrawing(brush: Brush, placed: Placed | null): void {
    if (placed === null) return
    const style = handOf(placed.drawing)
    for (const shape of placed.shapes) paintShape(brush, shape, style)
    if (!this.#alerted.has(placed.drawing.id)) return
    const place = bellPlace(placed, brush.size)
    if (place !== null) paintBell(brush, place, placed.drawing.style)
  }

  #paint(target: DrawTarget, { scales }: Stage, paint: (brush: Brush) => void): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.save()
      context.lineCap = 'round'
      context.textBaseline = 'middle'
      context.font = labelFont(this.#theme)
      const { width, height } = mediaSize
      paint({ context, theme: this.#theme, size: { width: Math.min(width, scales.width), height } })
      context.restore()
    })
  }
}
