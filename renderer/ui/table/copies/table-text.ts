import { withAmounts } from '../../../format/own.js'
import { csvText, tabbedLine } from '../../../format/csv.js'
import { columnName, type Column, type ExportedPart } from '../column.js'

/** Returns the columns of a file, in the order given: those that have content as text. */
export const exportedColumns = <T>(columns: readonly Column<T>[]): readonly ExportedPart<T>[] =>
  columns.flatMap((column) =>
    column.parts !== undefined
      ? column.parts
      : column.data === undefined
        ? []
        : [{ name: columnName(column), data: column.data }],
  )

/** Returns rows as text for the clipboard: a line for each, its columns separated by tabs. */
export function rowsText<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const exported = exportedColumns(columns)
  return rows.map((row) => tabbedLine(exported.map((column) => column.data(row)))).join('\n')
}

/** Returns one cell as text for the clipboard; empty where the column has none. */
export const cellText = <T>(columns: readonly Column<T>[], id: string, row: T): string =>
  columns.find((column) => column.id === id)?.data?.(row) ?? ''

/** Returns rows as CSV: the names of the columns, then every row. */
export function tableCsv<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const exported = exportedColumns(columns)
  return withAmounts(() =>
    csvText([
      exported.map(({ name }) => name),
      ...rows.map((row) => exported.map((column) => column.data(row))),
    ]),
  )
}
