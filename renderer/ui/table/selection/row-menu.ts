import { ClipboardCopy, Columns3, Copy, Download } from 'lucide-react'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import type { MenuGroup } from '../../menus/menu-groups.js'
import type { Column } from '../column.js'
import type { TableExport } from '../copies/use-table-export.js'

/** What the entries of every row's menu work with. */
export interface RowMenu<T> {
  /** The rows that the menu is for. */
  readonly rows: readonly T[]
  /** The column under the pointer or the keyboard. */
  readonly column: string | null
  readonly columns: readonly Column<T>[]
  readonly actions: TableExport<T>
  readonly onChoose: () => void
}

/** Returns what the menu of a row, or of several selected rows, offers in every table. */
export function commonGroups<T>(
  { rows, column, columns, actions, onChoose }: RowMenu<T>,
  { table: text }: WindowText,
): readonly MenuGroup[] {
  const isSeveral = rows.length > 1
  const hasCell = columns.some(({ id, data }) => id === column && data !== undefined)
  const exportSelected = {
    id: 'export-selected',
    label: text.exportRows(rows.length),
    icon: Download,
    run: () => actions.exportRows(rows),
  }
  return [
    [
      ...(hasCell && !isSeveral
        ? [
            {
              id: 'copy-cell',
              label: text.copyCell,
              icon: Copy,
              run: () => actions.copy(rows, column),
            },
          ]
        : []),
      {
        id: 'copy-row',
        label: isSeveral ? text.copyRows(rows.length) : text.copyRow,
        icon: ClipboardCopy,
        keys: 'Ctrl C',
        run: () => actions.copy(rows, null),
      },
    ],
    [
      ...(isSeveral ? [exportSelected] : []),
      { id: 'export', label: text.export, icon: Download, run: actions.exportAll },
      { id: 'choose', label: text.choose, icon: Columns3, run: onChoose },
    ],
  ]
}
