import { describe, expect, it } from 'vitest'
import { handlesOf, place } from '../../../../../renderer/chart/drawings/placement.js'
import { isOnShape } from '../../../../../renderer/chart/drawings/hit-test.js'
import type { Point } from '../../../../../renderer/chart/drawings/chart-scales.js'
import type { Anchor, Drawing } from '../../../../../shared/domain/drawings/drawing.schema.js'
import {
  DRAWING_KINDS,
  DRAWING_RULES,
  type DrawingKind,
} from '../../../../../shared/domain/drawings/drawing-kinds.js'
import { drawing, drawingTerms } from '../../../core/drawings/drawing-fixture.js'
import { FIVE_MINUTES, anchorOn, scalesOf, stageOf } from './stage-fixture.js'

/** Anchors in the middle of the pane: bars 10, 20 and 25 are at 100, 200 and 250 px. */
const ANCHORS: readonly Anchor[] = [
  anchorOn(4, '101.00'),
  anchorOn(14, '100.00'),
  anchorOn(18, '101.50'),
]
const A: Point = { x: 40, y: 100 }
const B: Point = { x: 140, y: 200 }
const middle: Point = { x: 90, y: 150 }
const far: Point = { x: 395, y: 395 }

const drawingOf = (kind: DrawingKind, anchors = ANCHORS, text = ''): Drawing =>
  drawing(
    1,
    drawingTerms(kind, anchors.slice(0, Math.max(1, DRAWING_RULES[kind].anchors.min)), { text }),
  )
function placed(kind: DrawingKind, anchors = ANCHORS, text = kind === 'text' ? 'Note' : '') {
  const found = place(drawingOf(kind, anchors, text), stageOf())
  if (found === null) throw new Error(`${kind} is not in view`)
  return found
}
const isHit = (kind: DrawingKind, point: Point, isSelected = false): boolean =>
  placed(kind).shapes.some((shape) => isOnShape(point, shape, isSelected))

describe('the places of drawings', () => {
  it.each(DRAWING_KINDS)('puts the anchors of a %s on their bars and prices', (kind) => {
    const { points } = placed(kind)
    expect(points[0]).toEqual(A)
    expect(points).toHaveLength(drawingOf(kind).anchors.length)
  })

  it.each(DRAWING_KINDS)('has handles of a %s that move its own anchors', (kind) => {
    const found = placed(kind)
    const handles = handlesOf(found, stageOf())
    expect(handles.length).toBeGreaterThan(0)
    for (const { time, price, point } of handles) {
      expect(found.drawing.anchors[time]).toBeDefined()
      expect(found.drawing.anchors[price]).toBeDefined()
      expect(Number.isFinite(point.x) && Number.isFinite(point.y)).toBe(true)
    }
  })

  it.each(
    DRAWING_KINDS.filter((kind) => !['horizontal', 'vertical', 'ray', 'pitchfork'].includes(kind)),
  )('paints nothing of a %s that is far in the past', (kind) => {
    const old = ANCHORS.map(({ time, price }) => ({ time: (time - 10 ** 10) as never, price }))
    expect(place(drawingOf(kind, old, 'Note'), stageOf())).toBeNull()
  })

  it('reaches the edge of the pane with a ray and a pitchfork, not with a trend line', () => {
    const end = { x: 240, y: 300 }
    expect(isHit('trend-line', end)).toBe(false)
    expect(isHit('ray', end)).toBe(true)
    expect(isHit('ray', { x: 20, y: 80 })).toBe(false)
  })

  it('shows the same price at every time with a horizontal line, and the same time with a vertical one', () => {
    expect(isHit('horizontal', { x: 5, y: 100 })).toBe(true)
    expect(isHit('horizontal', { x: 5, y: 120 })).toBe(false)
    expect(isHit('vertical', { x: 40, y: 380 })).toBe(true)
    expect(isHit('vertical', { x: 60, y: 200 })).toBe(false)
  })

  it('draws the second line of a channel through its third point, parallel to the first', () => {
    // The third point is 110 px above the line at its time.
    expect(isHit('channel', middle)).toBe(true)
    expect(isHit('channel', { x: 90, y: 150 - 190 })).toBe(true)
    expect(isHit('channel', { x: 90, y: 80 })).toBe(false)
  })

  it('draws the lines of a pitchfork from the first point and through the other two', () => {
    const center = { x: 160, y: 125 }
    expect(isHit('pitchfork', A)).toBe(true)
    expect(isHit('pitchfork', center)).toBe(true)
    expect(isHit('pitchfork', { x: 200, y: 212.5 })).toBe(true)
    expect(isHit('pitchfork', { x: 240, y: 65 })).toBe(true)
  })

  it('has the levels of a retracement at their prices', () => {
    for (const ratio of [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1]) {
      expect(isHit('fib-retracement', { x: 130, y: 200 - 100 * ratio })).toBe(true)
    }
  })

  it('starts the levels of an extension at the third point', () => {
    // 1 is a dollar below 101.50, and 1.618 is 1.618 dollars below.
    expect(isHit('fib-extension', { x: 240, y: 150 })).toBe(true)
    expect(isHit('fib-extension', { x: 240, y: 50 + 161.8 })).toBe(true)
  })

  it('is hit on its lines, and inside once it is selected', () => {
    for (const kind of ['rectangle', 'ellipse'] as const) {
      expect(isHit(kind, middle)).toBe(false)
      expect(isHit(kind, middle, true)).toBe(true)
    }
    expect(isHit('rectangle', { x: 90, y: 100 })).toBe(true)
    expect(isHit('ellipse', { x: 90, y: 100 })).toBe(true)
    expect(isHit('ellipse', { x: 46, y: 106 })).toBe(false)
  })

  it.each(DRAWING_KINDS)('does not hit a %s from afar', (kind) => {
    if (kind !== 'pitchfork' && kind !== 'ray') expect(isHit(kind, far)).toBe(false)
    else expect(isHit(kind, { x: 5, y: 395 })).toBe(false)
  })

  it('hits a line within six pixels and no further', () => {
    expect(isHit('trend-line', { x: middle.x + 8, y: middle.y })).toBe(true)
    expect(isHit('trend-line', { x: middle.x + 9, y: middle.y })).toBe(false)
    expect(isHit('trend-line', { x: B.x + 7, y: B.y })).toBe(false)
  })

  it('counts the bars that it measures', () => {
    const label = placed('measure').shapes.find((shape) => shape.type === 'label')
    expect(label?.type === 'label' && label.lines).toEqual(['10 bars'])
  })

  it('places the same prices on a log and a percent scale', () => {
    for (const kind of ['log', 'percent'] as const) {
      const scales = scalesOf(undefined, FIVE_MINUTES, kind)
      const found = place(drawingOf('trend-line'), stageOf(scales))
      expect(found?.points[0]?.y).toBeCloseTo(scales.y(101) ?? 0, 6)
    }
  })

  it('calculates the figures of a plan and of a measure once, not with every frame', () => {
    const many = DRAWING_KINDS.map((kind) => drawingOf(kind, ANCHORS, 'Note'))
    const stage = stageOf()
    let written = 0
    const counted = {
      ...stage,
      format: {
        ...stage.format,
        measure: (measured: Parameters<typeof stage.format.measure>[0]) => {
          written += 1
          return stage.format.measure(measured)
        },
        plan: (...terms: Parameters<typeof stage.format.plan>) => {
          written += 1
          return stage.format.plan(...terms)
        },
      },
    }
    for (const drawn of many) place(drawn, counted)
    const first = written
    for (const drawn of many) place(drawn, counted)
    expect(first).toBe(3)
    expect(written).toBe(first)
  })
})
