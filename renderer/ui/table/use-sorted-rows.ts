import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'
import { useCallback, useMemo, useRef } from 'react'
import type { SortBy } from '../../stores/table-views.js'
import type { Column } from './column.js'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

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

/** Sorts the rows by the column that the person chose; hidden columns sort too. */
export function useSortedRows<T extends RowData>(
  { columns, rows, keyOf, parentOf }: Sortable<T>,
  { sort, sortBy }: Sorting,
) {
  const defs = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, T> => ({
          id: column.id,
          accessorFn: (row: T) => row,
          enableSorting: column.compare !== undefined,
          // Names from A, figures from the largest.
          sortDescFirst: column.number === true,
          sortFn: (a, b) => column.compare?.(a.original, b.original) ?? 0,
        }),
      ),
    [columns],
  )
  const sorting = useMemo(
    () =>
      sort !== undefined && columns.some(({ id, compare }) => id === sort.id && compare)
        ? [{ ...sort }]
        : [],
    [columns, sort],
  )
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: keyOf,
    state: { sorting },
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sorting) : update
      sortBy(next[0] ?? null)
    },
    enableMultiSort: false,
  })
  const flat = table.getRowModel().rows
  const sorted = useMemo(() => asTree(flat, parentOf), [flat, parentOf])
  const latest = useRef(table)
  latest.current = table
  return {
    sorted,
    ordered: useMemo(() => sorted.map((row) => row.original), [sorted]),
    sorting: sorting[0] as SortBy | undefined,
    toggleSort: useCallback(
      (column: string): void => latest.current.getColumn(column)?.toggleSorting(),
      [],
    ),
  }
}

/** Returns sorted rows with those that have a parent directly under it. */
export function asTree<R extends { readonly id: string; readonly original: T }, T>(
  rows: readonly R[],
  parentOf: ((row: T) => string | null) | undefined,
): readonly R[] {
  if (parentOf === undefined) return rows
  const ids = new Set(rows.map(({ id }) => id))
  const children = new Map<string, R[]>()
  const roots: R[] = []
  for (const row of rows) {
    const parent = parentOf(row.original)
    if (parent === null || !ids.has(parent)) roots.push(row)
    else children.set(parent, [...(children.get(parent) ?? []), row])
  }
  return roots.flatMap((row) => [row, ...(children.get(row.id) ?? [])])
}
