import type { Drawing } from '../../../shared/domain/drawings/drawing.schema.js'
import { DRAWING_RULES } from '../../../shared/domain/drawings/drawing-kinds.js'
import { toNumber } from '../number.js'
import type { BarAxis } from '../../../shared/domain/drawings/axis/bar-axis.js'
import type { ChartScales, Point } from './chart-scales.js'
import { withAuthor } from './author.js'
import { isVisible } from './hit-test.js'
import {
  ownHandles,
  type DrawingFormat,
  type Handle,
  type Shape,
  type ShapeContext,
} from './shape.js'
import { KIND_SHAPES } from './shapes/shapes.js'
import { pointOf } from './snap.js'

/** What drawings are placed with. */
export interface Stage {
  readonly scales: ChartScales
  readonly axis: BarAxis
  readonly format: DrawingFormat
  readonly figures: ShapeContext['figures']
}

/** A drawing in the pane. */
export interface Placed {
  readonly drawing: Drawing
  readonly points: readonly Point[]
  /** Those that may be seen. */
  readonly shapes: readonly Shape[]
}

/** How far a drawing may reach beyond its anchors, with its texts, in px. */
const REACH_PX = 320

function isOutside(points: readonly Point[], { width, height }: ChartScales): boolean {
  return (
    points.every(({ x }) => x < -REACH_PX) ||
    points.every(({ x }) => x > width + REACH_PX) ||
    points.every(({ y }) => y < -REACH_PX) ||
    points.every(({ y }) => y > height + REACH_PX)
  )
}

/** Places a drawing; null where nothing of it can be seen. */
export function place(drawing: Drawing, stage: Stage): Placed | null {
  const { scales, axis, format, figures } = stage
  const { kind, anchors } = drawing
  const points = anchors.map((anchor) => pointOf(anchor, stage)).filter((point) => point !== null)
  const { shapes, isBounded } = KIND_SHAPES[kind]
  if (points.length < anchors.length) return null
  if (isBounded === true && isOutside(points, scales)) return null
  const { width, height } = scales
  const placedShapes = shapes(points, {
    width,
    height,
    drawing,
    format,
    figures,
    y: (price) => scales.y(toNumber(price)),
    bars: (from, to) => axis.position(to) - axis.position(from),
  })
  const all = withAuthor(drawing, placedShapes, points)
  const seen = all.filter((shape) => isVisible(shape, width, height))
  return seen.length === 0 ? null : { drawing, points, shapes: seen }
}

/** Returns where a placed drawing can be gripped. */
export function handlesOf({ drawing, points }: Placed, { scales }: Stage): readonly Handle[] {
  if (points.length < DRAWING_RULES[drawing.kind].anchors.min) return []
  return (KIND_SHAPES[drawing.kind].handles ?? ownHandles)(points, scales)
}
