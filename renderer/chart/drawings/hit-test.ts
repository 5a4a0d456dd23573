import type { Point } from './chart-scales.js'
import { boxOf, corners, type Box, distance, distanceToSegment, isInside } from './geometry.js'
import type { Handle, Shape } from './shape.js'

/** How close to a line a press is on it, in px. */
export const TOLERANCE_PX = 6
export const HANDLE_PX = 8

type Label = Extract<Shape, { type: 'label' }>
/** Width of a letter and height of a line, for the place of a text, in px. */
const LETTER_PX = 6.4
const LINE_PX = 15

/** Returns about where a label is. */
export function labelBox({ point, lines, align, base, large }: Label): Box {
  const scale = large === true ? 1.25 : 1
  const letters = lines.reduce((longest, { length }) => Math.max(longest, length), 1)
  const width = letters * LETTER_PX * scale
  const height = lines.length * LINE_PX * scale
  const left =
    align === 'left' ? point.x : align === 'center' ? point.x - width / 2 : point.x - width
  const top =
    base === 'below' ? point.y : base === 'above' ? point.y - height : point.y - height / 2
  return { left, top, right: left + width, bottom: top + height }
}

function isOnEllipse(
  point: Point,
  { center, radiusX, radiusY }: Extract<Shape, { type: 'ellipse' }>,
  inside: boolean,
): boolean {
  const [x, y] = [Math.max(radiusX, 1), Math.max(radiusY, 1)]
  const reach = Math.hypot((point.x - center.x) / x, (point.y - center.y) / y)
  if (inside && reach <= 1) return true
  return Math.abs(reach - 1) * Math.min(x, y) <= TOLERANCE_PX
}

/** Returns true when a point is on a shape. The inside counts for what is selected. */
export function isOnShape(point: Point, shape: Shape, inside: boolean): boolean {
  switch (shape.type) {
    case 'line':
      return distanceToSegment(point, shape.from, shape.to) <= TOLERANCE_PX
    case 'area':
      return (
        (inside || shape.solid === true || shape.opacity === 1) && isInside(point, shape.points)
      )
    case 'ellipse':
      return isOnEllipse(point, shape, inside)
    case 'label':
      return isInside(point, corners(labelBox(shape)))
  }
}

/** Returns the handle at a point, the closest one of several; null for none. */
export function handleAt(point: Point, handles: readonly Handle[]): number | null {
  const near = handles
    .map((handle, index) => ({ index, away: distance(point, handle.point) }))
    .filter(({ away }) => away <= HANDLE_PX)
    .sort((a, b) => a.away - b.away)
  return near[0]?.index ?? null
}

/** Returns the box that a shape reaches. Every shape of every frame passes here. */
function extent(shape: Shape): Box {
  switch (shape.type) {
    case 'line': {
      const { from, to } = shape
      return {
        left: Math.min(from.x, to.x),
        top: Math.min(from.y, to.y),
        right: Math.max(from.x, to.x),
        bottom: Math.max(from.y, to.y),
      }
    }
    case 'area':
      return boxOf(shape.points)
    case 'ellipse': {
      const { center, radiusX, radiusY } = shape
      return {
        left: center.x - radiusX,
        top: center.y - radiusY,
        right: center.x + radiusX,
        bottom: center.y + radiusY,
      }
    }
    case 'label':
      return labelBox(shape)
  }
}

/** The width of lines around what is drawn, in px. */
const EDGE_PX = 8

/** Returns true when a part of a shape may be seen in a pane of this size. */
export function isVisible(shape: Shape, width: number, height: number): boolean {
  const { left, top, right, bottom } = extent(shape)
  return (
    right >= -EDGE_PX && left <= width + EDGE_PX && bottom >= -EDGE_PX && top <= height + EDGE_PX
  )
}
