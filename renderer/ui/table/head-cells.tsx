import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo } from 'react'
import type { Column, SortBy } from './column.js'

export interface HeadCellsProps {
  readonly columns: readonly Column<never>[]
  readonly sorting: SortBy | undefined
  readonly onSort: (column: string) => void
}

/** The column heads of a table; sortable ones are buttons. */
export const HeadCells = memo(function HeadCells({ columns, sorting, onSort }: HeadCellsProps) {
  return (
    <div className="grid-head" role="row" aria-rowindex={1}>
      {columns.map((column) => {
        const by = sorting?.id === column.id ? sorting : undefined
        const order = by === undefined ? 'none' : by.desc ? 'descending' : 'ascending'
        const name = column.headLabel ?? column.head
        return (
          <div
            key={column.id}
            role="columnheader"
            title={name}
            className={headCellClass(column)}
            aria-sort={column.compare === undefined ? undefined : order}
          >
            {column.compare === undefined ? (
              <span className={column.head === '' ? 'sr-only' : undefined}>
                {column.head === '' ? name : column.head}
              </span>
            ) : (
              <button type="button" tabIndex={-1} onClick={() => onSort(column.id)}>
                <span>{column.head}</span>
                {by !== undefined &&
                  (by.desc ? (
                    <ArrowDown size={10} aria-hidden />
                  ) : (
                    <ArrowUp size={10} aria-hidden />
                  ))}
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
})

const headCellClass = (column: { number?: boolean; overlay?: boolean; end?: boolean }): string =>
  [
    'grid-headcell',
    column.number === true ? 'num' : '',
    column.overlay === true ? 'sr-only' : '',
    column.end === true ? 'end' : '',
  ]
    .filter((name) => name !== '')
    .join(' ')
