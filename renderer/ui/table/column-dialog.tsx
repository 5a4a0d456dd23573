import { ChevronDown, ChevronUp, Pin, PinOff } from 'lucide-react'
import { useText } from '../../language/window-text.js'
import { Button, IconButton } from '../button.js'
import { Dialog } from '../dialog.js'
import { withHidden, withPinned, withStep, type ArrangedColumn } from './arrange.js'
import { columnName } from './column.js'
import type { TableColumns } from './use-table-view.js'

/** Chooses, orders and pins the columns of a table. Each change shows at once and is saved. */
export function ColumnDialog<T>({
  table,
  columns: { arranged, change, reset },
  onClose,
}: {
  /** The name of the table. */
  readonly table: string
  readonly columns: TableColumns<T>
  readonly onClose: () => void
}) {
  const text = useText().table
  const isLast = arranged.filter(({ hidden }) => !hidden).length === 1
  return (
    <Dialog
      title={text.columnsOf(table)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={reset}>{text.reset}</Button>
          <Button variant="primary" onClick={onClose}>
            {text.done}
          </Button>
        </>
      }
    >
      <p className="dim">{text.hint}</p>
      <ul className="column-list">
        {arranged.map((entry) => (
          <ColumnLine key={entry.column.id} entry={entry} isLast={isLast} change={change} />
        ))}
      </ul>
    </Dialog>
  )
}

function ColumnLine<T>({
  entry: { column, hidden, pinned },
  isLast,
  change,
}: {
  readonly entry: ArrangedColumn<T>
  /** True when only one column is shown. */
  readonly isLast: boolean
  readonly change: TableColumns<T>['change']
}) {
  const text = useText().table
  const name = columnName(column)
  return (
    <li className="column-line" data-column-line={column.id}>
      <label className="choice">
        <input
          type="checkbox"
          checked={!hidden}
          disabled={isLast && !hidden}
          onChange={(event) => change(withHidden(column.id, !event.target.checked))}
        />
        {name}
      </label>
      <IconButton
        icon={pinned ? PinOff : Pin}
        size="small"
        label={text.pinLabel(name)}
        aria-pressed={pinned}
        onClick={() => change(withPinned(column.id, !pinned))}
      />
      <IconButton
        icon={ChevronUp}
        size="small"
        label={text.moveUpLabel(name)}
        onClick={() => change(withStep(column.id, -1, true))}
      />
      <IconButton
        icon={ChevronDown}
        size="small"
        label={text.moveDownLabel(name)}
        onClick={() => change(withStep(column.id, 1, true))}
      />
    </li>
  )
}
