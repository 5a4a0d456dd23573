import type { ReactNode } from 'react'
import { cellClass, pinStyle } from './cell-class.js'
import type { ShownColumn } from './column.js'

/** The content of a last line, by column id. */
export type Foot = Readonly<Record<string, ReactNode>>

/** The last lines under the rows, such as totals. */
export function FootRows<T>({
  columns,
  feet,
}: {
  readonly columns: readonly ShownColumn<T>[]
  readonly feet: readonly Foot[]
}) {
  return (
    <div role="rowgroup" className="grid-feet">
      {feet.map((foot, index) => (
        <div key={index} className="grid-foot" role="row">
          {columns.map((column) => (
            <div
              key={column.id}
              role="gridcell"
              data-column={column.id}
              className={cellClass('grid-cell', column)}
              style={pinStyle(column)}
            >
              {foot[column.id]}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
