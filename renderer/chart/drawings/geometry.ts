import type { Point } from './chart-scales.js'

export interface Size {
  readonly width: number
  readonly height: number
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

export const shifted = (point: Point, x: number, y: number): Point => ({
  x: point.x + x,
  y: point.y + y,
})

/** Returns the distance of a point from the part of a line between `a` and `b`. */
export function distanceToSegment(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const square = dx * dx + dy * dy
  if (square === 0) return distance(point, a)
  const share = ((point.x - a.x) * dx + (point.y - a.y) * dy) / square
  const near = Math.min(1, Math.max(0, share))
  return distance(point, { x: a.x + near * dx, y: a.y + near * dy })
}

/** Returns true when a polygon contains a point. */
export function isInside(point: Point, polygon: readonly Point[]): boolean {
  let inside = false
  for (let index = 0; index < polygon.length; index += 1) {
    const [a, b] = [polygon[index], polygon[(index + 1) % polygon.length]]
    if (a === undefined || b === undefined) continue
    const crosses = a.y > point.y !== b.y > point.y
    if (crosses && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

/** Beyond the pane by this much nothing can be seen, whatever the width of a line, in px. */
const MARGIN = 20

/**
 * Returns the part of a line that can be seen; null for none. Dashes of a line that reaches far
 * beyond the pane would take long to draw.
 */
export function clipped(
  a: Point,
  b: Point,
  { width, height }: Size,
): readonly [Point, Point] | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  let [start, end] = [0, 1]
  const edges: readonly (readonly [number, number])[] = [
    [-dx, a.x + MARGIN],
    [dx, width + MARGIN - a.x],
    [-dy, a.y + MARGIN],
    [dy, height + MARGIN - a.y],
  ]
  for (const [direction, space] of edges) {
    if (direction === 0) {
      if (space < 0) return null
      continue
    }
    const share = space / direction
    if (direction < 0) start = Math.max(start, share)
    else end = Math.min(end, share)
    if (start > end) return null
  }
  return [
    { x: a.x + start * dx, y: a.y + start * dy },
    { x: a.x + end * dx, y: a.y + end * dy },
  ]
}

/** Returns a point beyond the pane on the way from `a` over `b`; `b` where both are one point. */
export function beyond(a: Point, b: Point, { width, height }: Size): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = Math.hypot(dx, dy)
  if (length === 0) return b
  const reach =
    width + height + Math.abs(a.x) + Math.abs(a.y) + Math.abs(b.x) + Math.abs(b.y) + length
  return { x: b.x + (dx / length) * reach, y: b.y + (dy / length) * reach }
}

const STEP = Math.PI / 4

/** Returns the point in one of the eight main directions from `from` that is closest to `to`. */
export function constrained(from: Point, to: Point): Point {
  const angle = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / STEP) * STEP
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const length = (to.x - from.x) * cos + (to.y - from.y) * sin
  return { x: from.x + length * cos, y: from.y + length * sin }
}

/** The smallest upright rectangle around points. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function boxOf(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { left, top, right, bottom }
}

export const corners = ({ left, top, right, bottom }: Box): readonly Point[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]
