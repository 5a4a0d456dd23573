import type { Point } from '../chart-scales.js'
import { beyond, middle, shifted } from '../geometry.js'
import type { KindShapes, Shape, ShapeContext } from '../shape.js'

/** How far a price or a time is written from the edge of the pane, in px. */
const EDGE_PX = 6
const FILL = 0.1
/** Above the name of the chart library, in px. */
const CREDIT_PX = 24

type Points = readonly Point[]

/** Returns a text of the drawing above the middle of its first line. */
export function caption(a: Point, b: Point, { drawing }: ShapeContext): readonly Shape[] {
  if (drawing.text === '') return []
  return [
    {
      type: 'label',
      point: shifted(middle(a, b), 0, -EDGE_PX),
      lines: drawing.text.split('\n'),
      align: 'center',
      base: 'above',
    },
  ]
}

export const trendLine: KindShapes = {
  isBounded: true,
  shapes: ([a, b]: Points, context) =>
    a === undefined || b === undefined
      ? []
      : [{ type: 'line', from: a, to: b }, ...caption(a, b, context)],
}

export const ray: KindShapes = {
  shapes: ([a, b]: Points, context) =>
    a === undefined || b === undefined
      ? []
      : [{ type: 'line', from: a, to: beyond(a, b, context) }, ...caption(a, b, context)],
}

export const horizontal: KindShapes = {
  shapes([a], { width, drawing, format }) {
    const [anchor] = drawing.anchors
    if (a === undefined || anchor === undefined) return []
    const price = format.price(anchor.price)
    return [
      { type: 'line', from: { x: 0, y: a.y }, to: { x: width, y: a.y } },
      {
        type: 'label',
        point: { x: width - EDGE_PX, y: a.y - EDGE_PX / 2 },
        lines: [drawing.text === '' ? price : `${drawing.text.split('\n').join(' ')} · ${price}`],
        align: 'right',
        base: 'above',
      },
    ]
  },
  handles: ([a], { width }) =>
    a === undefined ? [] : [{ point: { x: width / 2, y: a.y }, time: 0, price: 0 }],
}

export const vertical: KindShapes = {
  shapes([a], { height, drawing, format }) {
    const [anchor] = drawing.anchors
    if (a === undefined || anchor === undefined) return []
    const time = format.time(anchor.time)
    return [
      { type: 'line', from: { x: a.x, y: 0 }, to: { x: a.x, y: height } },
      {
        type: 'label',
        point: { x: a.x + EDGE_PX, y: height - CREDIT_PX },
        lines: [...(drawing.text === '' ? [] : drawing.text.split('\n')), time],
        align: 'left',
        base: 'above',
      },
    ]
  },
  handles: ([a], { height }) =>
    a === undefined ? [] : [{ point: { x: a.x, y: height / 2 }, time: 0, price: 0 }],
}

/** Returns the line parallel to `a` `b` through a point, between the times of these two. */
function parallel(a: Point, b: Point, through: Point): readonly [Point, Point] {
  const slope = b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x)
  const offset = through.y - (a.y + slope * (through.x - a.x))
  return [shifted(a, 0, offset), shifted(b, 0, offset)]
}

export const channel: KindShapes = {
  isBounded: true,
  shapes([a, b, c], context) {
    if (a === undefined || b === undefined) return []
    const base: Shape = { type: 'line', from: a, to: b }
    if (c === undefined) return [base]
    const [from, to] = parallel(a, b, c)
    const fill: Shape = { type: 'area', points: [a, b, to, from], opacity: FILL }
    return [
      ...(context.drawing.style.fill ? [fill] : []),
      base,
      { type: 'line', from, to },
      { type: 'line', from: middle(a, from), to: middle(b, to), dash: 'dashed', width: 1 },
      ...caption(a, b, context),
    ]
  },
}

/** Andrews' pitchfork: from the first point through the middle of the other two, and parallels. */
export const pitchfork: KindShapes = {
  shapes([a, b, c], context) {
    if (a === undefined || b === undefined) return []
    if (c === undefined) return [{ type: 'line', from: a, to: b, dash: 'dashed' }]
    const center = middle(b, c)
    const [dx, dy] = [center.x - a.x, center.y - a.y]
    const prong = (from: Point): Point => beyond(from, shifted(from, dx, dy), context)
    const [upper, lower] = [prong(b), prong(c)]
    const fill: Shape = { type: 'area', points: [b, upper, lower, c], opacity: FILL }
    return [
      ...(context.drawing.style.fill ? [fill] : []),
      { type: 'line', from: a, to: beyond(a, center, context) },
      { type: 'line', from: b, to: upper },
      { type: 'line', from: c, to: lower },
      { type: 'line', from: b, to: c, dash: 'dashed', width: 1 },
      ...caption(b, c, context),
    ]
  },
}
