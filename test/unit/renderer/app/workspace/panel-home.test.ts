import type { SerializedDockview } from 'dockview-react'
import { describe, expect, it } from 'vitest'
import { homeIn, withPanelAtHome } from '../../../../../renderer/app/workspace/panel-home.js'

interface Leaf {
  readonly type: 'leaf'
  readonly size: number
  readonly data: { readonly id: string; readonly views: readonly string[] }
}
interface Branch {
  readonly type: 'branch'
  readonly size: number
  readonly data: readonly Part[]
}
type Part = Leaf | Branch

const leaf = (size: number, ...views: readonly string[]): Leaf => ({
  type: 'leaf',
  size,
  data: { id: views.join(), views },
})
const branch = (size: number, ...data: readonly Part[]): Branch => ({ type: 'branch', size, data })

const panelsIn = (part: Part): readonly string[] =>
  part.type === 'leaf' ? part.data.views : part.data.flatMap(panelsIn)

const dock = (orientation: string, ...parts: readonly Part[]): SerializedDockview =>
  ({
    grid: { root: branch(600, ...parts), width: 1_000, height: 600, orientation },
    panels: Object.fromEntries(
      parts.flatMap(panelsIn).map((id) => [id, { id, contentComponent: id, title: id }]),
    ),
  }) as unknown as SerializedDockview

/** The parts with their sizes: a row in brackets, a column in braces. */
function shape({ grid }: SerializedDockview): string {
  const write = (part: Part, isRow: boolean): string => {
    const size = Math.round(part.size)
    if (part.type === 'leaf') return `${part.data.views.join('+')}:${size}`
    const inside = part.data.map((next) => write(next, !isRow)).join(' ')
    return isRow ? `[${inside}]:${size}` : `{${inside}}:${size}`
  }
  return write(grid.root as unknown as Part, `${grid.orientation}` === 'HORIZONTAL')
}

const BEFORE = dock(
  'HORIZONTAL',
  leaf(300, 'watchlist'),
  branch(400, leaf(400, 'chart', 'options'), leaf(200, 'orders')),
  branch(300, leaf(350, 'ticket'), leaf(250, 'depth')),
)

const returnedTo = (now: SerializedDockview, panel: string): string | null => {
  const home = homeIn(BEFORE, panel)
  const next = home === null ? null : withPanelAtHome(now, panel, home)
  return next === null ? null : shape(next)
}

describe('a panel that returns to the main window', () => {
  it.each([
    [
      'beside parts that took its room',
      'watchlist',
      dock(
        'HORIZONTAL',
        branch(400, leaf(400, 'chart', 'options'), leaf(200, 'orders')),
        branch(600, leaf(350, 'ticket'), leaf(250, 'depth')),
      ),
    ],
    [
      'below the only part that was left of its column',
      'depth',
      dock(
        'HORIZONTAL',
        leaf(300, 'watchlist'),
        branch(400, leaf(400, 'chart', 'options'), leaf(200, 'orders')),
        leaf(300, 'ticket'),
      ),
    ],
    [
      'above the only part that was left of its column',
      'ticket',
      dock(
        'HORIZONTAL',
        leaf(300, 'watchlist'),
        branch(400, leaf(400, 'chart', 'options'), leaf(200, 'orders')),
        leaf(300, 'depth'),
      ),
    ],
  ])('is where it was, %s', (_what, panel, now) =>
    expect(returnedTo(now, panel)).toBe(shape(BEFORE)),
  )

  it('is beside its neighbor where the dock is another one', () => {
    const column = dock('VERTICAL', leaf(300, 'chart'), leaf(300, 'news'))
    expect(returnedTo(column, 'watchlist')).toBe('{[watchlist:300 chart:700]:300 news:300}:600')
    const alone = dock('VERTICAL', leaf(600, 'ticket'))
    expect(returnedTo(alone, 'depth')).toBe('{ticket:350 depth:250}:600')
  })

  it('has no place where no neighbor is left', () =>
    expect(returnedTo(dock('HORIZONTAL', leaf(1_000, 'news')), 'depth')).toBeNull())
})
