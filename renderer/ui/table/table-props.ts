import type { ReactNode } from 'react'
import type { RowStore } from '../../stores/row-store.js'
import type { SortBy, TableId } from '../../stores/table-views.js'
import type { MenuGroup } from '../menus/menu-groups.js'
import type { Column } from './column.js'
import type { Foot } from './foot-row.js'

export interface TableHome {
  readonly row: number
  readonly key: string
}

/** What a panel gives to its table. */
export interface DataTableProps<K extends string, T> {
  /** The name under which the arrangement of the columns is saved. */
  readonly table: TableId
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T, index: number) => K
  /**
   * With a store each row subscribes to itself, and `rows` only decides which rows there are and in
   * what order.
   */
  readonly store?: RowStore<K, T>
  /** The sorting until the person chooses another. */
  readonly sort?: SortBy
  /** True for the row that the other panels show, such as that of the linked symbol. */
  readonly current?: (row: T) => boolean
  /** Called on Enter or a click on a row. */
  readonly onOpen?: (row: T) => void
  /** Called on Enter on a cell or a click on one, instead of `onOpen`. */
  readonly onOpenCell?: (row: T, column: string) => void
  /**
   * Returns the key of the row under which this one stands, whatever the sorting; null for a row of
   * its own.
   */
  readonly parentOf?: (row: T) => K | null
  /** Returns a class of a row. */
  readonly rowClass?: (row: T) => string | undefined
  /**
   * The row at which the keyboard starts, scrolled to the middle whenever `key` changes; by default
   * the first row.
   */
  readonly home?: TableHome
  /** Called with the first and the last row of the document when they change. */
  readonly onVisible?: (first: number, last: number) => void
  /** Called on Delete, with the selected rows or the row under the keyboard. */
  readonly onDelete?: (rows: readonly T[]) => void
  /** Called on Alt with an arrow key on a row. */
  readonly onMove?: (row: T, by: -1 | 1) => void
  /** The entries of a row's menu, above those of every table. */
  readonly menu?: (row: T) => readonly MenuGroup[]
  /** The entries of the menu of several selected rows, which are in the order shown. */
  readonly menuOfSeveral?: (rows: readonly T[]) => readonly MenuGroup[]
  /**
   * Whether the choice of columns is open, and its setter, for a panel with a button of its own.
   */
  readonly choosing?: readonly [boolean, (open: boolean) => void]
  /** Returns false for rows that no export has, such as headings of others; by default none. */
  readonly isExported?: (row: T) => boolean
  /** Exports instead of the table, which knows only the rows that it has. */
  readonly onExport?: () => void
  /** The last lines under the rows. */
  readonly feet?: readonly Foot[]
  /** Placed under the last row; scrolls with the rows. */
  readonly after?: ReactNode
}
