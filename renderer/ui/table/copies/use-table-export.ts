import { useMainWindow } from '../../../stores/context.js'
import { toast } from '../../../stores/toasts.js'
import { useCopy } from '../../use-copy.js'
import { useRequest } from '../../use-request.js'
import type { Column } from '../column.js'
import type { DataTableProps } from '../table-props.js'
import type { KeyedRow } from '../tree-rows.js'
import { cellText, rowsText, tableCsv } from './table-text.js'

/** What copies and saves the content of a table. */
export interface TableExport<T> {
  /** Copies rows, or of the first one the cell of a column. */
  readonly copy: (rows: readonly T[], column: string | null) => void
  /** Saves every row as CSV. */
  readonly exportAll: () => void
  /** Saves these rows as CSV. */
  readonly exportRows: (rows: readonly T[]) => void
}

/** The size of one request; see `app.table-part`. JSON may double a text of quotes. */
const PART_CHARS = 200_000

/**
 * Copies cells and rows, and saves rows as CSV.
 * @param all also the rows below collapsed ones
 */
export function useTableExport<K extends string, T>(
  { table, store, keyOf, onExport, isExported = () => true }: DataTableProps<K, T>,
  columns: readonly Column<T>[],
  all: readonly KeyedRow<T>[],
): TableExport<T> {
  const { toasts } = useMainWindow()
  const copyText = useCopy(({ table: text }) => text.copied)
  const { request } = useRequest('toast')
  // Rows of a store are rendered for their order: the figures that its cells show are the store's.
  const current = (row: T): T => store?.get(keyOf(row, 0)) ?? row
  const save = async (rows: readonly T[]): Promise<boolean> => {
    const csv = tableCsv(columns, rows.filter(isExported).map(current))
    for (let from = 0; from === 0 || from < csv.length; from += PART_CHARS) {
      const part = { csv: csv.slice(from, from + PART_CHARS), first: from === 0 }
      if ((await request('app.table-part', part)) === null) return false
    }
    return (await request('app.save-table', { table }))?.saved === true
  }
  const exportRows = (rows: readonly T[]): void =>
    void save(rows).then((saved) => {
      if (saved) toast(toasts, 'good', (text) => text.table.exported)
    })
  return {
    copy(rows, column): void {
      const [first] = rows
      if (first === undefined) return
      copyText(
        column === null
          ? rowsText(columns, (rows.length === 1 ? rows : rows.filter(isExported)).map(current))
          : cellText(columns, column, current(first)),
      )
    },
    exportAll: () =>
      onExport === undefined ? exportRows(all.map(({ original }) => original)) : onExport(),
    exportRows,
  }
}
