import type { ReactNode } from 'react'
import { cellClass, pinStyle } from './cell-class.js'
import type { ShownColumn } from './column.js'

/** A last line under the rows; `foot` has its content by column id. */
export function FootRow<T>({
  columns,
  foot,
}: {
  readonly columns: readonly ShownColumn<T>[]
  readonly foot: Readonly<Record<string, ReactNode>>
}) {
  return (
    <div role="rowgroup">
      <div className="grid-foot" role="row">
        {columns.map((column) => (
          <div
            key={column.id}
            role="gridcell"
            className={cellClass('grid-cell', column)}
            style={pinStyle(column)}
          >
            {foot[column.id]}
          </div>
        ))}
      </div>
    </div>
  )
}
