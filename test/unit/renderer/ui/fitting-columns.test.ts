import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitting,
  tracks,
  withoutCut,
  type ShownColumn,
} from '../../../../renderer/ui/table/column.js'

const columns = [
  { id: 'symbol', width: 60 },
  { id: 'last', width: 70 },
  { id: 'change', width: 70, yields: 1 },
  { id: 'volume', width: 70, yields: 2 },
  { id: 'actions', width: 64, overlay: true },
]
const names = (availableWidth: number): string =>
  fitting(columns, availableWidth)
    .map((column) => column.id)
    .join(' ')

describe('columns in a narrow table', () => {
  it('are all shown where all fit', () => {
    expect(tracks(columns).width).toBe(270)
    expect(names(270)).toBe('symbol last change volume actions')
    expect(names(Number.POSITIVE_INFINITY)).toBe('symbol last change volume actions')
  })

  it('are hidden by their yield number, highest first', () => {
    expect(names(269)).toBe('symbol last change actions')
    expect(names(199)).toBe('symbol last actions')
  })

  it('are never hidden without a yield number, however narrow the table', () =>
    expect(names(10)).toBe('symbol last actions'))
})

describe('columns of a table that scrolls sideways', () => {
  const column = (
    id: string,
    width: number,
    more: Partial<ShownColumn<unknown>> = {},
  ): ShownColumn<unknown> => ({ id, head: id, width, cell: () => null, ...more })
  const wide = [
    column('symbol', 100, { pinned: true }),
    column('quantity', 60, { number: true }),
    column('price', 70, { number: true }),
    column('value', 80, { number: true }),
    column('close', 50, { end: true }),
  ]
  const widths = (columns: readonly ShownColumn<unknown>[], availableWidth: number) =>
    withoutCut(columns, availableWidth).map(({ width }) => width)

  it('end with a column that is seen whole, and a pinned one keeps its width', () =>
    expect(widths(wide, 321)).toEqual([100, 80, 91, 80, 50]))

  it('keep their widths where all of them fit, or where none fits beside the pinned ones', () => {
    expect(widths(wide, 360)).toEqual([100, 60, 70, 80, 50])
    expect(widths(wide, Number.POSITIVE_INFINITY)).toEqual([100, 60, 70, 80, 50])
    expect(widths(wide, 180)).toEqual([100, 60, 70, 80, 50])
  })

  it('keep their widths before a long text, of which the beginning is read', () => {
    const reason = column('reason', 200, { grow: 2 })
    expect(widths([...wide.slice(0, 2), reason], 300)).toEqual([100, 60, 200])
  })

  it('never begin a figure that ends beyond the view, in a table of any width', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 20, max: 240 }), { minLength: 2, maxLength: 14 }),
        fc.integer({ min: 120, max: 1_600 }),
        (given, availableWidth) => {
          const all = given.map((width, index) => column(`c${index}`, width, { number: true }))
          const shown = withoutCut(all, availableWidth)
          expect(shown.every(({ width }, index) => width >= (given[index] ?? 0))).toBe(true)
          const isCut = (given[0] ?? 0) > availableWidth
          if (isCut || tracks(all).width <= availableWidth) return
          const edges = shown.map((_, index) => tracks(shown.slice(0, index + 1)).width)
          expect(edges).toContain(availableWidth)
        },
      ),
    ))
})
