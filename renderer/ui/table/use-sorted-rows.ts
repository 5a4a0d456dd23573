import { useCallback, useMemo, useRef, useState } from 'react'
import type { SortBy } from '../../stores/table-views.js'
import type { Column } from './column.js'
import { asTree, type KeyedRow, branchMove, expandedRows, type BranchMove } from './tree-rows.js'

interface Sortable<T> {
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T, index: number) => string
  readonly parentOf?: (row: T) => string | null
}

interface Sorting {
  readonly sort: SortBy | undefined
  readonly sortBy: (sort: SortBy | null) => void
}

/** A sorting and the keys in the order that it gave. */
interface LastOrder {
  readonly sort: string
  readonly ids: readonly string[]
}

/** Sorts the rows by the column that the person chose; hidden columns sort too. */
export function useSortedRows<T>(
  { columns, rows, keyOf, parentOf }: Sortable<T>,
  { sort, sortBy }: Sorting,
) {
  const column = columns.find(({ id }) => id === sort?.id)
  const compare = column?.compare
  const sorting = compare === undefined ? undefined : sort
  const [by, desc] = [sorting?.id, sorting?.desc === true]
  const last = useRef<LastOrder>({ sort: '', ids: [] })
  const flat = useMemo(() => {
    const key = `${by ?? ''} ${desc}`
    const previous = last.current.sort === key ? last.current.ids : []
    const sorted = sortRows(rows, { keyOf, compare, desc, previous })
    last.current = { sort: key, ids: sorted.map(({ id }) => id) }
    return sorted
  }, [rows, keyOf, compare, by, desc])
  const tree = useMemo(() => asTree(flat, parentOf), [flat, parentOf])
  const { shown, ...branches } = useExpandedRows(tree)
  const latest = useRef({ columns, sorting, sortBy })
  latest.current = { columns, sorting, sortBy }
  return {
    ...branches,
    /** The rows in the order shown. */
    sorted: shown,
    /** Also the rows below collapsed ones. */
    all: tree,
    sorting,
    toggleSort: useCallback((id: string): void => {
      const now = latest.current
      const toggled = now.columns.find((candidate) => candidate.id === id)
      if (toggled?.compare !== undefined) now.sortBy(nextSort(toggled, now.sorting))
    }, []),
  }
}

/**
 * Returns the sorting after a press on a column's head: names from A first, figures from the
 * largest; then the other direction; then none.
 */
export function nextSort<T>(
  { id, number }: Pick<Column<T>, 'id' | 'number'>,
  now: SortBy | undefined,
): SortBy | null {
  const first = { id, desc: number === true }
  if (now?.id !== id) return first
  return now.desc === first.desc ? { id, desc: !first.desc } : null
}

/**
 * Returns the rows in the order of a comparison; equal rows, and all rows without one, stay in the
 * order in which they are given. Rows start in the order of the last time: sorting what is nearly
 * sorted takes little more than one comparison a row.
 *
 * @param previous the keys in the order of the last time
 */
export function sortRows<T>(
  rows: readonly T[],
  {
    keyOf,
    compare,
    desc,
    previous,
  }: Pick<Sortable<T>, 'keyOf'> & {
    readonly compare: Column<T>['compare']
    readonly desc: boolean
    readonly previous: readonly string[]
  },
): readonly KeyedRow<T>[] {
  const entries = rows.map((original, index) => ({ id: keyOf(original, index), original, index }))
  if (compare === undefined) return entries
  return inOrderOf(entries, previous).sort((a, b) => {
    const order = compare(a.original, b.original)
    return order === 0 ? a.index - b.index : desc ? -order : order
  })
}

/** Returns the entries in the order of these keys, then the others. */
function inOrderOf<E extends { readonly id: string }>(
  entries: readonly E[],
  ids: readonly string[],
): E[] {
  if (ids.length === 0) return [...entries]
  const waiting = new Map(entries.map((entry) => [entry.id, entry]))
  const listed: E[] = []
  for (const id of ids) {
    const entry = waiting.get(id)
    if (entry === undefined) continue
    listed.push(entry)
    waiting.delete(id)
  }
  // A key that two rows share would lose one of them here: such rows stay as they are given.
  return listed.length + waiting.size === entries.length
    ? [...listed, ...waiting.values()]
    : [...entries]
}

/** The rows of a tree that are shown, and what shows and hides those below another. */
interface ExpandedRows<R> {
  readonly shown: readonly R[]
  /** The keys of the rows whose children are hidden; all are expanded at first. */
  readonly collapsed: ReadonlySet<string>
  readonly onToggle: (rowKey: string) => void
  /** Returns what an arrow key does on a whole row; null where it has no such meaning. */
  readonly branch: (key: string, row: number) => BranchMove | null
}

/** Hides the rows below those that the person collapsed. */
function useExpandedRows<R extends KeyedRow<unknown>>(tree: readonly R[]): ExpandedRows<R> {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const onToggle = useCallback((rowKey: string): void => {
    setCollapsed((before) => {
      const next = new Set(before)
      if (!next.delete(rowKey)) next.add(rowKey)
      return next
    })
  }, [])
  const shown = useMemo(() => expandedRows(tree, collapsed), [tree, collapsed])
  return {
    shown,
    collapsed,
    onToggle,
    branch: (key, row) => branchMove(key, row, shown, collapsed),
  }
}
