import { describe, expect, it } from 'vitest'
import {
  cloudParts,
  type CloudPart,
  type CloudPoint,
} from '../../../../../renderer/chart/indicators/cloud-shape.js'

const point = (x: number, a: number, b: number): CloudPoint => ({ x, a, b })
const texts = (parts: readonly CloudPart[]): readonly string[] =>
  parts.map(
    ({ isRising, outline }) =>
      `${isRising ? 'up' : 'down'} ${outline.map(({ x, y }) => `${x},${y}`).join(' ')}`,
  )

describe('the cloud between both leading spans', () => {
  it('is one outline while span A stays above span B: along A and back along B', () => {
    expect(texts(cloudParts([point(0, 10, 20), point(5, 12, 30), point(10, 11, 25)]))).toEqual([
      'up 0,10 5,12 10,11 10,25 5,30 0,20',
    ])
  })

  it('is cut between two bars at the point where the spans cross', () => {
    expect(texts(cloudParts([point(0, 10, 20), point(10, 30, 0), point(20, 40, 10)]))).toEqual([
      'up 0,10 2.5,15 2.5,15 0,20',
      'down 2.5,15 10,30 20,40 20,10 10,0 2.5,15',
    ])
  })

  it('changes its color at a bar where the spans touch and go on to the other side', () => {
    expect(texts(cloudParts([point(0, 10, 20), point(10, 15, 15), point(20, 25, 5)]))).toEqual([
      'up 0,10 10,15 10,15 0,20',
      'down 10,15 20,25 20,5 10,15',
    ])
  })

  it('keeps its color where the spans only touch', () => {
    expect(cloudParts([point(0, 10, 20), point(10, 15, 15), point(20, 10, 20)])).toHaveLength(1)
  })

  it('has a gap where a span is not known', () => {
    const parts = cloudParts([null, point(0, 1, 2), null, point(10, 1, 2), point(20, 1, 2), null])
    expect(texts(parts)).toEqual(['up 10,1 20,1 20,2 10,2'])
  })

  it('fills the whole area between the spans, of any of them', () => {
    const points = Array.from({ length: 60 }, (_none, x) =>
      point(x, 100 + 20 * Math.sin(x / 3), 100 + 20 * Math.cos(x / 4)),
    )
    const areaOf = ({ outline }: CloudPart): number =>
      Math.abs(
        outline.reduce((sum, { x, y }, index) => {
          const next = outline[(index + 1) % outline.length] ?? { x, y }
          return sum + (x * next.y - next.x * y) / 2
        }, 0),
      )
    const filled = cloudParts(points).reduce((sum, part) => sum + areaOf(part), 0)
    const steps = Array.from({ length: 2_000 }, (_none, step) => (step + 0.5) / 2_000)
    const expected = points.slice(1).reduce((sum, to, index) => {
      const from = points[index] ?? to
      const gaps = steps.map((part) =>
        Math.abs(from.a - from.b + part * (to.a - to.b - from.a + from.b)),
      )
      return sum + gaps.reduce((total, gap) => total + gap / steps.length, 0)
    }, 0)
    expect(filled).toBeCloseTo(expected, 2)
  })
})
