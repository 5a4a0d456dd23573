import { describe, expect, it } from 'vitest'
import { BarAxis } from '../../../../../shared/domain/drawings/axis/bar-axis.js'
import type { Point } from '../../../../../renderer/chart/drawings/chart-scales.js'
import {
  onDrawingKey,
  type PressedKey,
} from '../../../../../renderer/chart/drawings/controller-keys.js'
import { DrawingController } from '../../../../../renderer/chart/drawings/drawing-controller.js'
import { handleAt, isOnShape } from '../../../../../renderer/chart/drawings/hit-test.js'
import { handlesOf, place } from '../../../../../renderer/chart/drawings/placement.js'
import type { Snapping } from '../../../../../renderer/chart/drawings/snap.js'
import { decimalText } from '../../../../../shared/domain/decimal.js'
import { type DrawingId } from '../../../../../shared/domain/drawings/drawing.js'
import { USUAL_STYLE } from '../../../../../shared/domain/drawings/drawings-view.js'
import {
  type Drawing,
  type DrawingEdit,
} from '../../../../../shared/domain/drawings/drawing.schema.js'
import { applyEdit } from '../../../../../shared/domain/drawings/drawing-edit.js'
import {
  DRAWING_KINDS,
  DRAWING_RULES,
} from '../../../../../shared/domain/drawings/drawing-kinds.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  CENT,
  FIVE_MINUTES,
  T0,
  model,
  scalesOf,
  stageOf,
  type ScaleKind,
} from './stage-fixture.js'

const PLAIN = { ctrl: false, shift: false }

/** A chart without a window: what is drawn on it is in `drawings`. */
function openChart(kind: ScaleKind = 'linear') {
  const scales = scalesOf(model(), FIVE_MINUTES, kind)
  const stage = stageOf(scales)
  const snapping: Snapping = {
    scales,
    axis: new BarAxis(scales.model, scales.shape, 'stock'),
    stepOf: () => CENT,
  }
  let drawings: readonly Drawing[] = []
  const edits: DrawingEdit[] = []
  let ids = 0
  let undone = 0
  const chart = { magnet: false }
  const edit = (change: DrawingEdit): void => {
    edits.push(change)
    drawings = applyEdit(drawings, change)
  }
  const controller: DrawingController = new DrawingController({
    snapping: () => snapping,
    hit(point) {
      for (const drawing of drawings.toReversed()) {
        const placed = place(drawing, stage)
        if (placed === null) continue
        const isSelected = drawing.id === controller.state.selected
        const handles = isSelected ? handlesOf(placed, stage) : []
        const handle = handles[handleAt(point, handles) ?? -1]
        if (handle !== undefined) return { drawing, handle }
        if (placed.shapes.some((shape) => isOnShape(point, shape, isSelected))) {
          return { drawing, handle: null }
        }
      }
      return null
    },
    drawings: () => drawings,
    edit,
    newId: () => (++ids).toString(16).padStart(16, '0') as DrawingId,
    now: () => epochMs(T0 + ids),
    magnet: () => chart.magnet,
    style: () => USUAL_STYLE,
    risk: () => null,
  })
  const click = (point: Point, modifiers = PLAIN): void => {
    controller.move(point, modifiers)
    controller.press(point, modifiers)
    controller.release(point, modifiers)
  }
  const drag = (from: Point, to: Point, modifiers = PLAIN): void => {
    controller.press(from, modifiers)
    controller.move(to, modifiers)
    controller.release(to, modifiers)
  }
  const press = (key: string, more: Partial<PressedKey> = {}): boolean =>
    onDrawingKey(
      { key, ctrl: false, shift: false, alt: false, ...more },
      {
        controller,
        snapping: () => snapping,
        edit,
        undo: () => {
          undone += 1
        },
        redo: () => undefined,
        addAlert: () => undefined,
        pan: () => undefined,
      },
    )
  return {
    chart,
    controller,
    click,
    drag,
    press,
    edits,
    drawings: () => drawings,
    undone: () => undone,
  }
}
type Chart = ReturnType<typeof openChart>
const prices = ({ drawings }: Chart): readonly string[] =>
  (drawings()[0]?.anchors ?? []).map(({ price }) => decimalText(price))
const minutes = ({ drawings }: Chart): readonly number[] =>
  (drawings()[0]?.anchors ?? []).map(({ time }) => (time - T0) / 60_000)

describe('drawing with the pointer', () => {
  it.each(DRAWING_KINDS)('draws a %s with as many clicks as it has points', (kind) => {
    const chart = openChart()
    chart.controller.choose(kind)
    const count = kind === 'path' ? 4 : DRAWING_RULES[kind].placed
    for (let index = 0; index < count; index += 1) {
      chart.click({ x: 50 + index * 40, y: 100 + index })
    }
    if (kind === 'path') expect(chart.controller.finish()).toBe(true)
    if (kind === 'text') chart.controller.written('Note')
    expect(chart.drawings()).toMatchObject([{ kind, source: { kind: 'person' } }])
    expect(chart.controller.state.tool).toBeNull()
    expect(chart.controller.state.selected).toBe(chart.drawings()[0]?.id)
  })

  it('REL-35 stores prices on the tick and times on bars', () => {
    const chart = openChart()
    chart.controller.choose('trend-line')
    chart.click({ x: 52, y: 100.4 })
    chart.click({ x: 148, y: 199.6 })
    expect(prices(chart)).toEqual(['101.00', '100.00'])
    expect(minutes(chart)).toEqual([25, 75])
  })

  it.each(['log', 'percent'] as const)(
    'stores the price under the pointer on a %s scale',
    (kind) => {
      const chart = openChart(kind)
      chart.controller.choose('horizontal')
      chart.click({ x: 50, y: scalesOf(model(), FIVE_MINUTES, kind).y(100.5) ?? 0 })
      expect(prices(chart)).toEqual(['100.50'])
    },
  )

  it('draws a line out with one press', () => {
    const chart = openChart()
    chart.controller.choose('arrow')
    chart.drag({ x: 50, y: 100 }, { x: 150, y: 200 })
    expect(prices(chart)).toEqual(['101.00', '100.00'])
  })

  it('takes no second point from a double click', () => {
    const chart = openChart()
    chart.controller.choose('trend-line')
    chart.click({ x: 50, y: 100 })
    chart.click({ x: 50, y: 100 })
    expect(chart.drawings()).toEqual([])
    expect(chart.controller.state.placed).toHaveLength(1)
  })

  it('keeps to steps of 45 degrees with Shift', () => {
    const chart = openChart()
    chart.controller.choose('trend-line')
    chart.click({ x: 50, y: 100 })
    chart.click({ x: 150, y: 112 }, { ctrl: false, shift: true })
    expect(prices(chart)).toEqual(['101.00', '101.00'])
  })

  it('snaps to the nearest price of the bar with the magnet, and not with Control held', () => {
    const chart = openChart()
    chart.chart.magnet = true
    chart.controller.choose('horizontal')
    chart.click({ x: 50, y: 112 })
    expect(prices(chart)).toEqual(['101.00'])
    const free = openChart()
    free.chart.magnet = true
    free.controller.choose('horizontal')
    free.click({ x: 50, y: 112 }, { ctrl: true, shift: false })
    expect(prices(free)).toEqual(['100.88'])
  })

  it('leaves no trace of what was canceled', () => {
    const chart = openChart()
    chart.controller.choose('channel')
    chart.click({ x: 50, y: 100 })
    expect(chart.press('Escape')).toBe(true)
    expect(chart.controller.state).toMatchObject({ tool: null, placed: [] })
    expect(chart.edits).toEqual([])
  })

  it('leaves a press that is on no drawing to the chart', () => {
    const chart = openChart()
    expect(chart.controller.press({ x: 50, y: 100 }, PLAIN)).toBe(false)
    expect(chart.controller.move({ x: 60, y: 100 }, PLAIN)).toBe(false)
  })

  it('discards a note without a text', () => {
    const chart = openChart()
    chart.controller.choose('text')
    chart.click({ x: 50, y: 100 })
    chart.controller.written('  ')
    expect(chart.edits).toEqual([])
  })
})

describe('moving a drawing', () => {
  function withLine(): Chart {
    const chart = openChart()
    chart.controller.choose('trend-line')
    chart.click({ x: 50, y: 100 })
    chart.click({ x: 150, y: 200 })
    return chart
  }

  it('moves all points by its body, with one edit', () => {
    const chart = withLine()
    chart.drag({ x: 100, y: 150 }, { x: 130, y: 140 })
    expect(prices(chart)).toEqual(['101.10', '100.10'])
    expect(minutes(chart)).toEqual([40, 90])
    expect(chart.edits).toHaveLength(2)
  })

  it('moves one point by its handle', () => {
    const chart = withLine()
    chart.drag({ x: 150, y: 200 }, { x: 170, y: 150 })
    expect(prices(chart)).toEqual(['101.00', '100.50'])
    expect(minutes(chart)).toEqual([25, 85])
  })

  it('returns to its place when Escape ends the move', () => {
    const chart = withLine()
    chart.controller.press({ x: 100, y: 150 }, PLAIN)
    chart.controller.move({ x: 130, y: 140 }, PLAIN)
    expect(chart.controller.state.moving).not.toBeNull()
    chart.press('Escape')
    chart.controller.release({ x: 130, y: 140 }, PLAIN)
    expect(prices(chart)).toEqual(['101.00', '100.00'])
    expect(chart.edits).toHaveLength(1)
  })

  it('does not move or delete what is locked', () => {
    const chart = withLine()
    chart.controller.change({ locked: true })
    const count = chart.edits.length
    chart.drag({ x: 100, y: 150 }, { x: 130, y: 140 })
    chart.press('Delete')
    chart.press('ArrowUp')
    expect(chart.edits).toHaveLength(count)
  })

  it('keeps the target and the stop of a plan on their sides of the entry', () => {
    const chart = openChart()
    chart.controller.choose('long-position')
    chart.click({ x: 50, y: 200 })
    expect(prices(chart)).toEqual(['100.00', '100.80', '99.60'])
    chart.drag({ x: 290, y: 120 }, { x: 300, y: 300 })
    expect(prices(chart)).toEqual(['100.00', '100.01', '99.60'])
    expect(minutes(chart)[1]).toBe(minutes(chart)[2])
  })

  it('copies beside the original', () => {
    const chart = withLine()
    expect(chart.press('d', { ctrl: true })).toBe(true)
    expect(chart.drawings()).toHaveLength(2)
    expect(chart.drawings()[1]?.anchors).not.toEqual(chart.drawings()[0]?.anchors)
  })
})

describe('drawing with keys', () => {
  it('draws a trend line from bar to bar and by price steps', () => {
    const chart = openChart()
    chart.controller.choose('trend-line')
    expect(chart.press('ArrowLeft', { shift: true })).toBe(true)
    chart.press('l')
    chart.press('Enter')
    chart.press('ArrowRight')
    chart.press('ArrowRight')
    chart.press('ArrowUp', { shift: true })
    chart.press('ArrowUp')
    chart.press('Enter')
    expect(prices(chart)).toEqual(['99.00', '99.11'])
    expect(minutes(chart)).toEqual([45, 55])
  })

  it('ends a path when Enter is pressed twice at one place', () => {
    const chart = openChart()
    chart.controller.choose('path')
    for (const key of ['ArrowLeft', 'Enter', 'ArrowUp', 'Enter', 'ArrowRight', 'Enter', 'Enter']) {
      chart.press(key)
    }
    expect(chart.drawings()).toMatchObject([{ kind: 'path' }])
    expect(chart.drawings()[0]?.anchors).toHaveLength(3)
  })

  it('moves the selected drawing, or the point that Enter chose', () => {
    const chart = openChart()
    chart.controller.choose('trend-line')
    chart.click({ x: 50, y: 100 })
    chart.click({ x: 150, y: 200 })
    chart.press('ArrowUp')
    expect(prices(chart)).toEqual(['101.01', '100.01'])
    chart.press('Enter')
    chart.press('Enter')
    chart.press('ArrowDown', { shift: true })
    expect(prices(chart)).toEqual(['101.01', '99.91'])
  })

  it('leaves keys to the chart while nothing is drawn or selected', () => {
    const chart = openChart()
    for (const key of ['ArrowLeft', '+', 'End', 'Enter', 'Delete', 'Escape']) {
      expect(chart.press(key)).toBe(false)
    }
    expect(chart.press('z', { ctrl: true })).toBe(true)
    expect(chart.undone()).toBe(1)
  })
})
