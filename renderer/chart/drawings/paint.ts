import type { DrawingDash } from '../../../shared/domain/drawings/drawing.js'
import type { DrawingStyle } from '../../../shared/domain/drawings/drawing.schema.js'
import type { Point } from './chart-scales.js'
import type { DrawingTheme } from './drawing-theme.js'
import { clipped, type Size } from './geometry.js'
import type { Handle, Shape, Tone } from './shape.js'

const DASHES: Readonly<Record<DrawingDash, readonly number[]>> = {
  solid: [],
  dashed: [6, 4],
  dotted: [2, 3],
}
const FILL_OPACITY = 0.14
const LINE_HEIGHT = 1.3
const LARGE = 1.25
const HANDLE_RADIUS = 4.5
const PADDING_X = 6
const PADDING_Y = 3

/** What drawings are painted with. */
export interface Brush {
  readonly context: CanvasRenderingContext2D
  readonly theme: DrawingTheme
  readonly size: Size
}

const colorOf = (tone: Tone | undefined, style: DrawingStyle, theme: DrawingTheme): string =>
  tone === 'up' ? theme.up : tone === 'down' ? theme.down : theme.colors[style.color]

function paintLine(
  { context, theme, size }: Brush,
  shape: Extract<Shape, { type: 'line' }>,
  style: DrawingStyle,
): void {
  const part = clipped(shape.from, shape.to, size)
  if (part === null) return
  const [from, to] = part
  context.strokeStyle = colorOf(shape.tone, style, theme)
  context.lineWidth = shape.width ?? style.width
  context.setLineDash([...DASHES[shape.dash ?? style.dash]])
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

function paintArea(
  { context, theme }: Brush,
  { points, opacity, tone }: Extract<Shape, { type: 'area' }>,
  style: DrawingStyle,
): void {
  context.globalAlpha = opacity
  context.fillStyle = colorOf(tone, style, theme)
  context.beginPath()
  for (const { x, y } of points) context.lineTo(x, y)
  context.closePath()
  context.fill()
  context.globalAlpha = 1
}

function paintEllipse(
  { context, theme }: Brush,
  { center, radiusX, radiusY, fill }: Extract<Shape, { type: 'ellipse' }>,
  style: DrawingStyle,
): void {
  context.strokeStyle = colorOf(undefined, style, theme)
  context.fillStyle = context.strokeStyle
  context.lineWidth = style.width
  context.setLineDash([...DASHES[style.dash]])
  context.beginPath()
  context.ellipse(center.x, center.y, radiusX, radiusY, 0, 0, Math.PI * 2)
  if (fill) {
    context.globalAlpha = FILL_OPACITY
    context.fill()
    context.globalAlpha = 1
  }
  context.stroke()
}

/** Returns the font of texts on drawings. Setting a font costs more than writing with it. */
export const labelFont = (
  { fontSize, fontFamily }: DrawingTheme,
  scale = 1,
  hand: 'assistant' | undefined = undefined,
): string => `${hand === undefined ? '' : 'italic '}${fontSize * scale}px ${fontFamily}`

/** What is left of bars behind a text without a box. */
const BACKGROUND_OPACITY = 0.72

/** Paints the surface behind a text, so that bars do not disturb it; with a border for a box. */
function paintBackground(
  { context, theme }: Brush,
  { left, top, width, height }: Record<'left' | 'top' | 'width' | 'height', number>,
  border: string | null,
): void {
  context.fillStyle = theme.surface
  if (border === null) {
    context.globalAlpha = BACKGROUND_OPACITY
    context.fillRect(left - 1, top, width + 2, height)
    context.globalAlpha = 1
    return
  }
  const [x, y] = [Math.round(left - PADDING_X) + 0.5, Math.round(top - PADDING_Y) + 0.5]
  const size = [Math.round(width + PADDING_X * 2), Math.round(height + PADDING_Y * 2)] as const
  context.fillRect(x, y, ...size)
  context.strokeStyle = border
  context.lineWidth = 1
  context.setLineDash([])
  context.strokeRect(x, y, ...size)
}

function paintLabel(
  brush: Brush,
  { point, lines, align, base, tone, boxed, large, hand }: Extract<Shape, { type: 'label' }>,
  style: DrawingStyle,
): void {
  const { context, theme } = brush
  const line = theme.fontSize * LINE_HEIGHT * (large === true ? LARGE : 1)
  const height = line * lines.length
  const top =
    base === 'below' ? point.y : base === 'above' ? point.y - height : point.y - height / 2
  if (large === true || hand !== undefined) {
    context.font = labelFont(theme, large === true ? LARGE : 1, hand)
  }
  const width = Math.max(...lines.map((text) => context.measureText(text).width))
  const left =
    align === 'center' ? point.x - width / 2 : align === 'left' ? point.x : point.x - width
  const color = colorOf(tone, style, theme)
  paintBackground(brush, { left, top, width, height }, boxed === true ? color : null)
  // Only the program writes in the colors of orders (SEC-31).
  context.fillStyle = boxed === true || hand !== undefined ? theme.text : color
  context.textAlign = align
  lines.forEach((text, index) => context.fillText(text, point.x, top + line * (index + 0.5)))
  if (large === true || hand !== undefined) context.font = labelFont(theme)
}

/** Paints one shape of a drawing. */
export function paintShape(brush: Brush, shape: Shape, style: DrawingStyle): void {
  switch (shape.type) {
    case 'line':
      return paintLine(brush, shape, style)
    case 'area':
      return paintArea(brush, shape, style)
    case 'ellipse':
      return paintEllipse(brush, shape, style)
    case 'label':
      return paintLabel(brush, shape, style)
  }
}

/** Paints the handles of a selected drawing; the chosen one filled. */
export function paintHandles(
  { context, theme }: Brush,
  handles: readonly Handle[],
  chosen: number | null,
): void {
  context.setLineDash([])
  context.lineWidth = 1.5
  context.strokeStyle = theme.accent
  handles.forEach(({ point }, index) => {
    context.fillStyle = index === chosen ? theme.accent : theme.surface
    context.beginPath()
    context.arc(point.x, point.y, HANDLE_RADIUS, 0, Math.PI * 2)
    context.fill()
    context.stroke()
  })
}

const CURSOR_PX = 9

/** Paints the place at which a key puts the next point. */
export function paintCursor({ context, theme, size }: Brush, { x, y }: Point): void {
  context.setLineDash([3, 3])
  context.lineWidth = 1
  context.strokeStyle = theme.accent
  context.beginPath()
  context.moveTo(x, 0)
  context.lineTo(x, size.height)
  context.moveTo(0, y)
  context.lineTo(size.width, y)
  context.stroke()
  context.setLineDash([])
  context.lineWidth = 2
  context.strokeRect(x - CURSOR_PX / 2, y - CURSOR_PX / 2, CURSOR_PX, CURSOR_PX)
}
