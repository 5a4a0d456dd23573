import type { WindowText } from '../../../shared/messages/window-text.js'
import type { Column } from './column.js'

/** The place of the button that opens the choice of columns, in tables without actions. */
export const toolsColumn = <T>({ table }: WindowText): Column<T> => ({
  id: 'tools',
  head: '',
  headLabel: table.columns,
  width: 30,
  end: true,
  cell: () => null,
})
