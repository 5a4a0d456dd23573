import { gte } from '../../../../shared/domain/decimal.js'
import type { Point } from '../chart-scales.js'
import { boxOf, corners, distance, middle } from '../geometry.js'
import { textsOnce, type KindShapes, type Shape, type Tone } from '../shape.js'
import { cornerHandles, outline } from './figures.js'
import { caption } from './lines.js'

const HEAD_PX = 11
const HEAD_ANGLE = Math.PI / 7
const FILL = 0.12

/** Returns the head of an arrow that points to `to`. */
function head(from: Point, to: Point, width: number): readonly Point[] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const length = HEAD_PX + width * 2
  const wing = (turn: number): Point => ({
    x: to.x - length * Math.cos(angle + turn),
    y: to.y - length * Math.sin(angle + turn),
  })
  return [to, wing(HEAD_ANGLE), wing(-HEAD_ANGLE)]
}

export const arrow: KindShapes = {
  isBounded: true,
  shapes([a, b], context) {
    if (a === undefined || b === undefined) return []
    const points = head(a, b, context.drawing.style.width)
    const tip: Shape = { type: 'area', points, opacity: 1 }
    return [
      { type: 'line', from: a, to: b },
      ...(distance(a, b) < 2 ? [] : [tip]),
      ...caption(a, b, context),
    ]
  },
}

export const text: KindShapes = {
  shapes([a], { drawing }) {
    if (a === undefined || drawing.text === '') return []
    const lines = drawing.text.split('\n')
    return [{ type: 'label', point: a, lines, align: 'left', base: 'above', large: true }]
  },
}

const measureTexts = textsOnce(
  ({ drawing: { anchors }, format, bars }): { lines: readonly string[]; tone: Tone } => {
    const [start, end] = anchors
    if (start === undefined || end === undefined) return { lines: [], tone: 'up' }
    const lines = format.measure({
      bars: bars(start.time, end.time),
      from: start.time,
      to: end.time,
      start: start.price,
      end: end.price,
    })
    return { lines, tone: gte(end.price, start.price) ? 'up' : 'down' }
  },
  ({ drawing: { anchors }, bars }) => {
    const [start, end] = anchors
    return start === undefined || end === undefined ? 0 : bars(start.time, end.time)
  },
)

/** Arrows along and across a box, and what they measure. */
export const measure: KindShapes = {
  isBounded: true,
  shapes([a, b], context) {
    if (a === undefined || b === undefined) return []
    const { lines, tone } = measureTexts(context)
    const box = boxOf([a, b])
    const center = middle(a, b)
    const across = [
      { x: a.x, y: center.y },
      { x: b.x, y: center.y },
    ] as const
    const along = [
      { x: center.x, y: a.y },
      { x: center.x, y: b.y },
    ] as const
    const isUp = b.y <= a.y
    return [
      { type: 'area', points: corners(box), opacity: FILL, tone },
      ...outline(corners(box)).map((shape) => ({ ...shape, tone, width: 1 })),
      ...[across, along].flatMap(([from, to]): readonly Shape[] => [
        { type: 'line', from, to, tone, width: 1 },
        { type: 'area', points: head(from, to, 0), opacity: 1, tone },
      ]),
      {
        type: 'label',
        point: { x: center.x, y: isUp ? box.top - 6 : box.bottom + 6 },
        lines,
        align: 'center',
        base: isUp ? 'above' : 'below',
        boxed: true,
        tone,
      },
    ]
  },
  handles: cornerHandles,
}
