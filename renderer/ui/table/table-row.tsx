import { memo, type CSSProperties, type MouseEvent } from 'react'
import { useRow } from '../../stores/context.js'
import type { RowStore } from '../../stores/row-store.js'
import { cellClass, pinStyle } from './cell-class.js'
import type { ShownColumn } from './column.js'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useText } from '../../language/window-text.js'
import { LABEL_HINT } from '../hints/hint.js'

interface RowProps<T> {
  readonly id: string
  readonly row: T
  readonly rowKey: string
  readonly store: RowStore<string, T> | undefined
  readonly columns: readonly ShownColumn<T>[]
  readonly index: number
  readonly top: number
  readonly active: boolean
  /** The column under the keyboard in the active row; null where the row as a whole is active. */
  readonly activeColumn: string | null
  readonly selected: boolean
  /** True for the row that the other panels show. */
  readonly current: boolean
  readonly className: string
  /** The level in a tree, from 1; absent in a table that is none. */
  readonly level: number | undefined
  /** Whether the rows below are shown; absent where there are none. */
  readonly expanded: boolean | undefined
  /** What is known of the steps of prices: cells are written again when it changes. */
  readonly steps: unknown
  readonly onToggle: (rowKey: string) => void
  readonly onClick: (event: MouseEvent<HTMLElement>, index: number) => void
}

/** The id of a cell's element. */
export const cellId = (row: string, column: string): string => `${row}-${column}`

function Cells<T>({
  id,
  row,
  columns,
  index,
  top,
  active,
  activeColumn,
  selected,
  current,
  className,
  rowKey,
  level,
  expanded,
  onToggle,
  onClick,
}: RowProps<T>) {
  return (
    <div
      id={id}
      className={className}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={current ? 'true' : undefined}
      aria-level={level}
      aria-expanded={expanded}
      data-active={active}
      data-index={index}
      data-key={rowKey}
      style={{ top, '--indent': (level ?? 1) - 1 } as CSSProperties}
      onClick={(event) => onClick(event, index)}
    >
      {columns.map((column, place) => (
        <div
          key={column.id}
          id={cellId(id, column.id)}
          role="gridcell"
          className={cellClass('grid-cell', column, column.cellClass?.(row))}
          style={pinStyle(column)}
          data-column={column.id}
          data-active={activeColumn === column.id ? true : undefined}
        >
          {place === 0 && expanded !== undefined && (
            <TreeToggle expanded={expanded} onToggle={() => onToggle(rowKey)} />
          )}
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}

function Live<T>(props: RowProps<T> & { readonly store: RowStore<string, T> }) {
  return <Cells {...props} row={useRow(props.store, props.rowKey) ?? props.row} />
}

/** A row whose content changes only with the table's. */
export const PlainRow = memo(Cells) as typeof Cells
/** A row that subscribes to itself in the store: a change of one row renders one row. */
export const LiveRow = memo(function LiveRow(props: RowProps<never>) {
  return props.store === undefined ? <Cells {...props} /> : <Live {...props} store={props.store} />
}) as unknown as typeof Cells

/** Shows or hides the rows below; the keyboard does it with the arrow keys on the row. */
function TreeToggle({
  expanded,
  onToggle,
}: {
  readonly expanded: boolean
  readonly onToggle: () => void
}) {
  const text = useText().table
  const label = expanded ? text.collapse : text.expand
  const Icon = expanded ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="tree-toggle"
      tabIndex={-1}
      aria-label={label}
      {...LABEL_HINT}
      onClick={onToggle}
    >
      <Icon size={12} aria-hidden />
    </button>
  )
}
