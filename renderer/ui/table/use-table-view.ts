import { useMemo } from 'react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import type { ColumnView, SortBy, TableId } from '../../stores/table-views.js'
import { resetColumns, setTableView, sortTable } from '../../stores/view-state.js'
import {
  arrangeColumns,
  savedColumns,
  shownColumns,
  withPins,
  type ArrangedColumn,
} from './arrange.js'
import { fitting, withoutCut, type Column, type ShownColumn } from './column.js'

const NONE: readonly ColumnView[] = []

type ColumnsUpdate<T> = (all: readonly ArrangedColumn<T>[]) => readonly ArrangedColumn<T>[]

/** The columns of a table as the person arranged them, and the changes that they can make. */
export interface TableColumns<T> {
  /** Every column that can be arranged, hidden ones included. */
  readonly arranged: readonly ArrangedColumn<T>[]
  readonly columns: readonly ShownColumn<T>[]
  readonly sort: SortBy | undefined
  readonly change: (change: ColumnsUpdate<T>) => void
  readonly sortBy: (sort: SortBy | null) => void
  readonly reset: () => void
}

/**
 * Returns the columns of a table, and saves each change with the workspace. While the person has
 * arranged nothing, columns that yield are hidden in a narrow table, and none is cut off.
 */
export function useTableView<T>(
  table: TableId,
  all: readonly Column<T>[],
  initialSort: SortBy | undefined,
  availableWidth: number,
): TableColumns<T> {
  const { view } = useMainWindow()
  const saved = useSlice(view, (state) => state.tables[table]?.columns ?? NONE)
  const sort = useSlice(view, (state) => state.tables[table]?.sort)
  const arranged = useMemo(() => arrangeColumns(all, saved), [all, saved])
  const columns = useMemo(() => {
    const shown = shownColumns(arranged, all)
    return saved.length > 0
      ? shown
      : withPins(withoutCut(fitting(shown, availableWidth), availableWidth))
  }, [arranged, all, saved, availableWidth])
  const actions = useMemo(
    () => ({
      // Two changes may come before the next rendering, so each starts from what is saved.
      change: (change: ColumnsUpdate<T>): void =>
        setTableView(view, table, {
          columns: savedColumns(
            change(arrangeColumns(all, view.getState().tables[table]?.columns ?? NONE)),
          ),
        }),
      sortBy: (next: SortBy | null): void => sortTable(view, table, next),
      reset: (): void => resetColumns(view, table),
    }),
    [view, table, all],
  )
  return {
    arranged,
    columns,
    sort: sort === undefined ? initialSort : (sort ?? undefined),
    ...actions,
  }
}
