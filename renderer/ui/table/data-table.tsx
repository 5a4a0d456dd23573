import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import type { RowStore } from '../../stores/row-store.js'
import { fitting, tracks, type Column, type SortBy } from './column.js'
import { HeadCells } from './head-cells.js'
import { LiveRow, PlainRow } from './table-row.js'
import { useRowKeys } from './row-keys.js'
import { useAvailableWidth } from './use-available-width.js'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const ROW_HEIGHT = 26
const HEAD_HEIGHT = 24

export interface DataTableProps<K extends string, T extends RowData> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T, index: number) => K
  /**
   * With a store each row subscribes to itself, and `rows` only decides which rows there are and in
   * what order.
   */
  readonly store?: RowStore<K, T>
  readonly sort?: SortBy
  readonly selected?: (row: T) => boolean
  /** Called on Enter or a click on a row. */
  readonly onOpen?: (row: T) => void
  /** Called on Delete on a row. */
  readonly onDelete?: (row: T) => void
  /** Called on Alt with an arrow key on a row. */
  readonly onMove?: (row: T, by: -1 | 1) => void
  /** A last line under the rows, one node per column. */
  readonly foot?: readonly ReactNode[]
  /** Placed under the last row; scrolls with the rows. */
  readonly after?: ReactNode
}

/**
 * A table of any length: only the visible rows are in the document. One tab stop; arrow keys move
 * between rows (`aria-activedescendant`), so a screen reader follows while the focus stays on the
 * table.
 */
export function DataTable<K extends string, T extends RowData>(props: DataTableProps<K, T>) {
  const { label, columns: all, store, selected, onOpen, foot, after } = props
  const id = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const availableWidth = useAvailableWidth(scroll)
  const columns = useMemo(() => fitting(all, availableWidth), [all, availableWidth])
  const { sorted, ordered, sorting, toggleSort } = useSortedRows(props)
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: HEAD_HEIGHT,
    getItemKey: (index) => sorted[index]?.id ?? index,
  })
  const keys = useRowKeys(ordered, props, (index) => virtual.scrollToIndex(index))
  const { template, width } = tracks(columns)
  const Row = store === undefined ? PlainRow : LiveRow
  const items = virtual.getVirtualItems()
  const shown = items.some((item) => item.index === keys.active)
  return (
    <div ref={scroll} className="grid-scroll">
      <div
        className="grid-inner"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={shown ? `${id}-${keys.active}` : undefined}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        style={{ '--grid-columns': template, '--grid-width': `${width}px` } as CSSProperties}
      >
        <div className="grid-head-group" role="rowgroup">
          <HeadCells columns={columns} sorting={sorting} onSort={toggleSort} />
        </div>
        <div className="grid-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = sorted[item.index]
            if (row === undefined) return null
            return (
              <Row
                key={item.key}
                id={`${id}-${item.index}`}
                row={row.original}
                rowKey={row.id}
                store={store as RowStore<string, T> | undefined}
                columns={columns}
                index={item.index}
                top={item.start - HEAD_HEIGHT}
                active={item.index === keys.active}
                selected={selected?.(row.original) ?? false}
                opens={onOpen !== undefined}
                onClick={keys.onClick}
              />
            )
          })}
        </div>
        {foot !== undefined && <FootRow all={all} shown={columns} foot={foot} />}
      </div>
      {after}
    </div>
  )
}

/** Sorts the rows by the column that the person chose; `sort` at first. */
function useSortedRows<K extends string, T extends RowData>({
  columns,
  rows,
  keyOf,
  sort,
}: DataTableProps<K, T>) {
  const defs = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, T> => ({
          id: column.id,
          accessorFn: (row: T) => row,
          enableSorting: column.compare !== undefined,
          sortFn: (a, b) => column.compare?.(a.original, b.original) ?? 0,
        }),
      ),
    [columns],
  )
  const [sorting, setSorting] = useState<SortBy[]>(sort === undefined ? [] : [sort])
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: keyOf,
    state: { sorting },
    onSortingChange: setSorting,
    enableMultiSort: false,
  })
  const sorted = table.getRowModel().rows
  return {
    sorted,
    ordered: useMemo(() => sorted.map((row) => row.original), [sorted]),
    sorting: sorting[0],
    toggleSort: (column: string): void => table.getColumn(column)?.toggleSorting(),
  }
}

/** A last line under the rows; `foot` has one node per column, hidden ones included. */
function FootRow<T>({
  all,
  shown,
  foot,
}: {
  readonly all: readonly Column<T>[]
  readonly shown: readonly Column<T>[]
  readonly foot: readonly ReactNode[]
}) {
  return (
    <div role="rowgroup">
      <div className="grid-foot" role="row">
        {shown.map((column) => (
          <div
            key={column.id}
            role="gridcell"
            className={column.number === true ? 'grid-cell num' : 'grid-cell'}
          >
            {foot[all.indexOf(column)]}
          </div>
        ))}
      </div>
    </div>
  )
}
