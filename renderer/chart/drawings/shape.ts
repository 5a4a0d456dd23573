import type { Decimal, Price } from '../../../shared/domain/decimal.js'
import type { DrawingDash } from '../../../shared/domain/drawings/drawing.js'
import type { Anchor, Drawing } from '../../../shared/domain/drawings/drawing.schema.js'
import type { PlanFigures, PositionPlan } from '../../../shared/domain/drawings/position-plan.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Point } from './chart-scales.js'
import type { Size } from './geometry.js'

/** `line`: the drawing's own color. `up` and `down`: a gain and a loss. */
export type Tone = 'line' | 'up' | 'down'

/** What a drawing consists of on the screen, in px of the pane. */
export type Shape =
  | {
      readonly type: 'line'
      readonly from: Point
      readonly to: Point
      /** Other than the drawing's style. */
      readonly dash?: DrawingDash
      readonly width?: number
      readonly tone?: Tone
    }
  | {
      readonly type: 'area'
      readonly points: readonly Point[]
      readonly tone?: Tone
      /** 1 for the head of an arrow; a fill is faint. */
      readonly opacity: number
      /** True when a press inside belongs to the drawing even while it is not selected. */
      readonly solid?: boolean
    }
  | {
      readonly type: 'ellipse'
      readonly center: Point
      readonly radiusX: number
      readonly radiusY: number
      readonly fill: boolean
    }
  | {
      readonly type: 'label'
      readonly point: Point
      readonly lines: readonly string[]
      readonly align: 'left' | 'center' | 'right'
      /** Where `point` is. */
      readonly base: 'above' | 'below' | 'middle'
      readonly tone?: Tone
      /** True for a filled box behind the text. */
      readonly boxed?: boolean
      readonly large?: boolean
      /** Another hand than the program's own, for the text of an assistant. */
      readonly hand?: 'assistant'
    }

/**
 * A point by which a drawing is changed: it moves the time of one anchor and the price of one,
 * which may be another.
 */
export interface Handle {
  readonly point: Point
  readonly time: number
  readonly price: number
}

/** What a measure says. */
export interface Measured {
  readonly bars: number
  readonly from: EpochMs
  readonly to: EpochMs
  readonly start: Price
  readonly end: Price
}

/** Writes what stands on drawings, in the person's language. */
export interface DrawingFormat {
  price(price: Price): string
  /** Writes a calculated price, rounded to the tick. */
  level(price: Price): string
  time(time: EpochMs): string
  ratio(ratio: Decimal): string
  measure(measured: Measured): readonly string[]
  plan(
    plan: PositionPlan,
    figures: PlanFigures,
  ): {
    readonly entry: readonly string[]
    readonly target: string
    readonly stop: string
  }
}

export interface ShapeContext extends Size {
  readonly drawing: Pick<Drawing, 'kind' | 'anchors' | 'text' | 'style' | 'risk'>
  readonly format: DrawingFormat
  /** Returns the y of an exact price; null where the scale cannot show it. */
  y(price: Price): number | null
  /** Returns how many bars are between two times. */
  bars(from: EpochMs, to: EpochMs): number
  /** Returns the figures of a planned position of this instrument. */
  figures(plan: PositionPlan, risk: Drawing['risk']): PlanFigures
}

/** How a kind of drawing is placed on the screen. */
export interface KindShapes {
  /** @param points the anchors on the screen: at least as many as the kind needs */
  readonly shapes: (points: readonly Point[], context: ShapeContext) => readonly Shape[]
  /** True when it does not reach far beyond its anchors: outside the pane it is skipped early. */
  readonly isBounded?: boolean
  /** Where it can be gripped; by default at its anchors. */
  readonly handles?: (points: readonly Point[], size: Size) => readonly Handle[]
}

/** Returns a function that computes a value for a list of anchors once. */
export function onceFor<T>(compute: (anchors: readonly Anchor[]) => T) {
  const known = new WeakMap<readonly Anchor[], { readonly value: T }>()
  return (anchors: readonly Anchor[]): T => {
    const found = known.get(anchors) ?? { value: compute(anchors) }
    known.set(anchors, found)
    return found.value
  }
}

/** Returns the texts of a drawing, written once for each way to write them and each key. */
export function textsOnce<T>(
  write: (context: ShapeContext) => T,
  keyOf: (context: ShapeContext) => number = () => 0,
): (context: ShapeContext) => T {
  const cache = new WeakMap<
    ShapeContext['drawing'],
    { readonly format: DrawingFormat; readonly key: number; readonly texts: T }
  >()
  return (context) => {
    const { drawing, format } = context
    const key = keyOf(context)
    const cachedShape = cache.get(drawing)
    if (cachedShape?.format === format && cachedShape.key === key) return cachedShape.texts
    const texts = write(context)
    cache.set(drawing, { format, key, texts })
    return texts
  }
}

export const ownHandles = (points: readonly Point[]): readonly Handle[] =>
  points.map((point, index) => ({ point, time: index, price: index }))
