import {
  extensionLevels,
  retracementLevels,
  type PriceLevel,
} from '../../../../shared/domain/drawings/levels.js'
import type { Point } from '../chart-scales.js'
import { boxOf, corners } from '../geometry.js'
import { onceFor, type KindShapes, type Shape, type ShapeContext } from '../shape.js'

const FILLS = [0.05, 0.12] as const

/** Returns the lines of levels between two x, with their ratios and prices, and what is between. */
function levelShapes(
  levels: readonly PriceLevel[],
  left: number,
  right: number,
  { y, format, drawing, width }: ShapeContext,
): readonly Shape[] {
  if (right < 0 || left > width) return []
  const placed = levels.flatMap(({ ratio, price }) => {
    const place = y(price)
    return place === null ? [] : [{ ratio, price, y: place }]
  })
  const fills = placed.flatMap((level, index): readonly Shape[] => {
    const next = placed[index + 1]
    if (next === undefined || !drawing.style.fill) return []
    const box = { left, right, top: Math.min(level.y, next.y), bottom: Math.max(level.y, next.y) }
    return [{ type: 'area', points: corners(box), opacity: FILLS[index % 2 === 0 ? 0 : 1] }]
  })
  const lines = placed.flatMap(({ ratio, price, y: place }): readonly Shape[] => [
    { type: 'line', from: { x: left, y: place }, to: { x: right, y: place }, width: 1 },
    {
      type: 'label',
      point: { x: Math.max(left, 0) + 4, y: place - 2 },
      lines: [`${format.ratio(ratio)}  ${format.level(price)}`],
      align: 'left',
      base: 'above',
    },
  ])
  return [...fills, ...lines]
}

/** Levels as wide as the move itself would leave no room for their prices. */
const MIN_WIDTH_PX = 110

const span = (points: readonly Point[]): readonly [number, number] => {
  const { left, right } = boxOf(points)
  return [left, Math.max(right, left + MIN_WIDTH_PX)]
}

const move = (from: Point, to: Point): Shape => ({
  type: 'line',
  from,
  to,
  dash: 'dashed',
  width: 1,
})

/** Exact levels cost more than painting them. */
const retracementOf = onceFor(([start, end]) =>
  start === undefined || end === undefined ? [] : retracementLevels(start, end),
)
const extensionOf = onceFor(([start, end, origin]) =>
  start === undefined || end === undefined || origin === undefined
    ? []
    : extensionLevels(start, end, origin),
)

export const retracement: KindShapes = {
  shapes([a, b], context) {
    if (a === undefined || b === undefined) return []
    const [left, right] = span([a, b])
    const levels = retracementOf(context.drawing.anchors)
    return [...levelShapes(levels, left, right, context), move(a, b)]
  },
}

export const extension: KindShapes = {
  shapes([a, b, c], context) {
    if (a === undefined || b === undefined) return []
    if (c === undefined) return [move(a, b)]
    const [left, right] = span([b, c])
    const levels = extensionOf(context.drawing.anchors)
    return [...levelShapes(levels, left, right, context), move(a, b), move(b, c)]
  },
}
