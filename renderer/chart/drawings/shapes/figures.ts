import type { Point } from '../chart-scales.js'
import { boxOf, corners } from '../geometry.js'
import type { Handle, KindShapes, Shape } from '../shape.js'
import { caption } from './lines.js'

const FILL = 0.14

/** Two opposite corners are anchors; each of the other two takes its time from one of them. */
export const cornerHandles = ([a, b]: readonly Point[]): readonly Handle[] =>
  a === undefined || b === undefined
    ? []
    : [
        { point: a, time: 0, price: 0 },
        { point: b, time: 1, price: 1 },
        { point: { x: a.x, y: b.y }, time: 0, price: 1 },
        { point: { x: b.x, y: a.y }, time: 1, price: 0 },
      ]

/** Returns the lines around points, closed. */
export const outline = (points: readonly Point[]): readonly Shape[] =>
  points.map((from, index) => ({
    type: 'line',
    from,
    to: points[(index + 1) % points.length] ?? from,
  }))

export const rectangle: KindShapes = {
  isBounded: true,
  shapes([a, b], context) {
    if (a === undefined || b === undefined) return []
    const around = corners(boxOf([a, b]))
    const fill: Shape = { type: 'area', points: around, opacity: FILL }
    const [left = a, right = b] = around
    return [
      ...(context.drawing.style.fill ? [fill] : []),
      ...outline(around),
      ...caption(left, right, context),
    ]
  },
  handles: cornerHandles,
}

export const ellipse: KindShapes = {
  isBounded: true,
  shapes([a, b], context) {
    if (a === undefined || b === undefined) return []
    const box = boxOf([a, b])
    const [left = a, right = b] = corners(box)
    return [
      {
        type: 'ellipse',
        center: { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 },
        radiusX: (box.right - box.left) / 2,
        radiusY: (box.bottom - box.top) / 2,
        fill: context.drawing.style.fill,
      },
      ...caption(left, right, context),
    ]
  },
  handles: cornerHandles,
}

export const path: KindShapes = {
  isBounded: true,
  shapes(points, context) {
    const parts = points.slice(1).map((to, index): Shape => {
      return { type: 'line', from: points[index] ?? to, to }
    })
    const [a, b] = points
    return [...parts, ...(a === undefined || b === undefined ? [] : caption(a, b, context))]
  },
}
