import type { DrawingStyle } from '../../../shared/domain/drawings/drawing.js'
import type { Point } from './chart-scales.js'
import { clipped, type Size } from './geometry.js'
import type { Brush } from './paint.js'
import type { Placed } from './placement.js'

const RADIUS = 9
/** How far the bell is from the edge of the pane, in px. */
const MARGIN = 14

const inside = (value: number, max: number): number =>
  Math.min(Math.max(value, MARGIN), Math.max(MARGIN, max - MARGIN))

/** Returns where the bell of a drawing is: in the middle of its first line that can be seen. */
export function bellPlace({ shapes }: Placed, size: Size): Point | null {
  for (const shape of shapes) {
    if (shape.type !== 'line') continue
    const part = clipped(shape.from, shape.to, size)
    if (part === null) continue
    const [a, b] = part.map(({ x, y }) => ({
      x: inside(x, size.width),
      y: inside(y, size.height),
    }))
    if (a === undefined || b === undefined) continue
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
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
