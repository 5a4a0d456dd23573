import type { SerializedDockview } from 'dockview-react'
import { describe, expect, it } from 'vitest'
import {
  isLayoutChange,
  LayoutHistory,
} from '../../../../../renderer/app/workspace/layout-history.js'

interface DockShape {
  readonly width?: number
  readonly left?: number
  readonly tabs?: readonly string[]
  readonly front?: string
}

/** Two groups side by side; `left` is the width of the first. */
function dock({
  width = 1_000,
  left = 400,
  tabs = ['chart'],
  front,
}: DockShape): SerializedDockview {
  const leaf = (id: string, views: readonly string[], size: number) => ({
    type: 'leaf',
    size,
    data: { id, views, activeView: front ?? views[0] },
  })
  return {
    grid: {
      root: { type: 'branch', data: [leaf('1', tabs, left), leaf('2', ['ticket'], width - left)] },
      width,
      height: 600,
      orientation: 'HORIZONTAL',
    },
    panels: {},
    activeGroup: front,
  } as unknown as SerializedDockview
}

describe('a change of the layout', () => {
  it.each([
    ['another panel in a group', dock({ tabs: ['chart', 'news'] }), true],
    ['a divider that was dragged', dock({ left: 460 }), true],
    ['a divider that moved by rounding', dock({ left: 402 }), false],
    ['another tab in front', dock({ front: 'ticket' }), false],
    ['a window of another size', dock({ width: 1_200, left: 480 }), false],
  ])('%s', (_what, after, isChange) => expect(isLayoutChange(dock({}), after)).toBe(isChange))
})

describe('undoing changes of the layout', () => {
  it('goes back one change at a time, to the layout before it', () => {
    const history = new LayoutHistory()
    const [first, second, third] = [dock({}), dock({ left: 500 }), dock({ tabs: ['news'] })]
    for (const layout of [first, second, third]) history.note(layout)
    expect([history.undo(), history.undo(), history.undo()]).toEqual([second, first, null])
    expect(history.canUndo).toBe(false)
  })

  it('does not record what undoing itself shows', () => {
    const history = new LayoutHistory()
    history.note(dock({}))
    history.note(dock({ left: 500 }))
    history.undo()
    history.note(dock({}))
    expect(history.canUndo).toBe(false)
  })

  it('starts again with another workspace', () => {
    const history = new LayoutHistory()
    history.note(dock({}))
    history.note(dock({ left: 500 }))
    history.clear()
    expect(history.undo()).toBeNull()
  })
})
