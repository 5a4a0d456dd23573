import type { DrawingStyle } from '../../../shared/domain/drawings/drawing.schema.js'
import type { Point } from './chart-scales.js'
import { clipped, distance, type Size } from './geometry.js'
import type { Brush } from './paint.js'
import type { Placed } from './placement.js'

const RADIUS = 9
/** How far the bell is from the edge of the pane, in px. */
const MARGIN = 14

const inside = (value: number, max: number): number =>
  Math.min(Math.max(value, MARGIN), Math.max(MARGIN, max - MARGIN))

/** Where on the seen part of a line a bell may be: the first free place, left of order labels. */
const SHARES = [0.5, 0.3, 0.15, 0.7] as const
/** A bell that is closer to a point of the drawing would hide its handle, in px. */
const FROM_HANDLE = 22

/** Returns where the bell of a drawing is: on its first line in view, beside the points. */
export function bellPlace({ shapes, points }: Placed, size: Size): Point | null {
  for (const shape of shapes) {
    if (shape.type !== 'line') continue
    const part = clipped(shape.from, shape.to, size)
    if (part === null) continue
    const [a, b] = part
    const places = SHARES.map((share) => ({
      x: inside(a.x + (b.x - a.x) * share, size.width),
      y: inside(a.y + (b.y - a.y) * share, size.height),
    }))
    const free = places.find((place) =>
      points.every((point) => distance(point, place) >= FROM_HANDLE),
    )
    return free ?? places[0] ?? null
  }
  return null
}

/** Paints a bell on the surface of the chart, in the color of the drawing. */
export function paintBell({ context, theme }: Brush, { x, y }: Point, style: DrawingStyle): void {
  context.save()
  context.translate(Math.round(x), Math.round(y))
  context.setLineDash([])
  context.lineWidth = 1.25
  context.lineJoin = 'round'
  context.strokeStyle = theme.colors[style.color]
  context.fillStyle = theme.surface
  context.beginPath()
  context.arc(0, 0, RADIUS, 0, Math.PI * 2)
  context.fill()
  context.stroke()
  context.fillStyle = context.strokeStyle
  context.beginPath()
  context.moveTo(-5, 2.5)
  context.quadraticCurveTo(-3.2, 1, -3.2, -1.5)
  context.arc(0, -1.5, 3.2, Math.PI, 0)
  context.quadraticCurveTo(3.2, 1, 5, 2.5)
  context.closePath()
  context.fill()
  context.beginPath()
  context.arc(0, 4, 1.4, 0, Math.PI)
  context.fill()
  context.restore()
}
