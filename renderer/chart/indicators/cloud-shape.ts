import type { Point } from '../drawings/chart-scales.js'

/** Where both spans of a cloud are at one bar, in pixels. */
export interface CloudPoint {
  readonly x: number
  /** The leading span A; it is above span B, at a smaller y, while the cloud rises. */
  readonly a: number
  readonly b: number
}

/** A part of a cloud between two crossings of its spans. */
export interface CloudPart {
  readonly isRising: boolean
  /** Its outline: along span A, and back along span B. */
  readonly outline: readonly Point[]
}

interface OpenPart {
  readonly isRising: boolean
  readonly points: CloudPoint[]
}

/** Returns the point between two bars at which the spans cross. */
function crossing(from: CloudPoint, to: CloudPoint): CloudPoint {
  const [before, after] = [from.b - from.a, to.b - to.a]
  const part = before / (before - after)
  const y = from.a + part * (to.a - from.a)
  return { x: from.x + part * (to.x - from.x), a: y, b: y }
}

/** Cuts a cloud where its spans cross, and where they are not known (null). */
export function cloudParts(points: readonly (CloudPoint | null)[]): readonly CloudPart[] {
  const parts: OpenPart[] = []
  const add = (from: CloudPoint, to: CloudPoint, isRising: boolean): void => {
    const last = parts.at(-1)
    if (last?.isRising === isRising && last.points.at(-1) === from) last.points.push(to)
    else parts.push({ isRising, points: [from, to] })
  }
  let before: CloudPoint | null = null
  for (const point of points) {
    if (point !== null && before !== null) {
      const [gapBefore, gap] = [before.b - before.a, point.b - point.a]
      if (gapBefore * gap < 0) {
        const middle = crossing(before, point)
        add(before, middle, gapBefore > 0)
        add(middle, point, gap > 0)
      } else add(before, point, gapBefore + gap > 0)
    }
    before = point
  }
  return parts.map(({ isRising, points: along }) => ({
    isRising,
    outline: [
      ...along.map(({ x, a }) => ({ x, y: a })),
      ...along.toReversed().map(({ x, b }) => ({ x, y: b })),
    ],
  }))
}
