import { describe, expect, it } from 'vitest'
import { asTree, branchMove, expandedRows } from '../../../../renderer/ui/table/tree-rows.js'
import { nextSort, sortRows } from '../../../../renderer/ui/table/use-sorted-rows.js'

interface SizedRow {
  readonly key: string
  readonly size: number
}
const keyOf = ({ key }: SizedRow): string => key
const bySize = (a: SizedRow, b: SizedRow): number => a.size - b.size
const rows = (...sizes: readonly number[]): readonly SizedRow[] =>
  sizes.map((size, index) => ({ key: `r${index}`, size }))
const ids = (sorted: readonly { readonly id: string }[]): string =>
  sorted.map(({ id }) => id).join(' ')

describe('the rows of a table', () => {
  it('are sorted in both directions, equal ones in the order in which they are given', () => {
    const given = rows(3, 1, 2, 1)
    const sort = { keyOf, compare: bySize, previous: [] }
    expect(ids(sortRows(given, { ...sort, desc: false }))).toBe('r1 r3 r2 r0')
    expect(ids(sortRows(given, { ...sort, desc: true }))).toBe('r0 r2 r1 r3')
  })

  it('come out the same whatever order the last time had', () => {
    const given = rows(3, 1, 2, 1, 9)
    for (const previous of [[], ['r4', 'r0', 'gone', 'r3', 'r1'], ['r1', 'r3', 'r2', 'r0']]) {
      const sorted = sortRows(given, { keyOf, compare: bySize, desc: false, previous })
      expect(ids(sorted)).toBe('r1 r3 r2 r0 r4')
    }
  })

  it('keep both rows where two have one key', () => {
    const twice = [...rows(2, 1), { key: 'r0', size: 0 }]
    const previous = ['r0', 'r1']
    const sorted = sortRows(twice, { keyOf, compare: bySize, desc: false, previous })
    expect(ids(sorted)).toBe('r0 r1 r0')
  })

  it('5,000 rows are compared little more than once each when one of them changed', () => {
    const unsorted = rows(...Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 5_000))
    let compared = 0
    const compare = (a: SizedRow, b: SizedRow): number => {
      compared += 1
      return bySize(a, b)
    }
    const previous = sortRows(unsorted, { keyOf, compare, desc: false, previous: [] }).map(
      ({ id }) => id,
    )
    compared = 0
    const changed = unsorted.with(2_500, { key: 'r2500', size: 17 })
    sortRows(changed, { keyOf, compare, desc: false, previous })
    expect(compared).toBeLessThan(12_000)
  })

  it('are sorted by names from A and by figures from the largest, then back, then not', () => {
    const name = { id: 'name' }
    const size = { id: 'size', number: true }
    expect(nextSort(name, undefined)).toEqual({ id: 'name', desc: false })
    expect(nextSort(name, { id: 'name', desc: false })).toEqual({ id: 'name', desc: true })
    expect(nextSort(name, { id: 'name', desc: true })).toBeNull()
    expect(nextSort(size, { id: 'name', desc: true })).toEqual({ id: 'size', desc: true })
    expect(nextSort(size, { id: 'size', desc: true })).toEqual({ id: 'size', desc: false })
    expect(nextSort(size, { id: 'size', desc: false })).toBeNull()
  })

  it('stand under their parents', () => {
    const tree = [
      { id: 'leg', original: 'a' },
      { id: 'b', original: '' },
      { id: 'a', original: '' },
    ]
    expect(
      ids(asTree<(typeof tree)[number], string>(tree, (parent) => (parent === '' ? null : parent))),
    ).toBe('b a leg')
  })

  it('are hidden below a collapsed row, at every level', () => {
    const shown = expandedRows(branches(), new Set(['combo']))
    expect(ids(shown)).toBe('combo alone')
    expect(ids(expandedRows(branches(), new Set(['order'])))).toBe('combo order alone')
  })

  it('collapse and expand by the left and the right arrow, and lead to their parent', () => {
    const rows = branches()
    expect(branchMove('ArrowLeft', 0, rows, new Set())).toEqual({ toggle: 'combo' })
    expect(branchMove('ArrowRight', 0, rows, new Set())).toBeNull()
    expect(branchMove('ArrowRight', 0, rows, new Set(['combo']))).toEqual({ toggle: 'combo' })
    expect(branchMove('ArrowLeft', 2, rows, new Set())).toEqual({ row: 1 })
    expect(branchMove('ArrowLeft', 3, rows, new Set())).toBeNull()
    expect(branchMove('ArrowDown', 0, rows, new Set())).toBeNull()
  })
})

/** A combination with an order of one leg, and an order of its own. */
const branches = () =>
  asTree<{ readonly id: string; readonly original: string }, string>(
    [
      { id: 'leg', original: 'order' },
      { id: 'combo', original: '' },
      { id: 'order', original: 'combo' },
      { id: 'alone', original: '' },
    ],
    (parent) => (parent === '' ? null : parent),
  )
