import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { memo } from 'react'
import type { SortBy } from '../../stores/table-views.js'
import { useText } from '../../language/window-text.js'
import { IconButton } from '../button.js'
import { cellClass, pinStyle } from './cell-class.js'
import { columnName, isFixedColumn, type ShownColumn } from './column.js'
import { useHeadPointer, type HeadActions } from './use-head-pointer.js'
import { fullText } from '../hints/hint.js'

export interface HeadCellsProps extends HeadActions {
  /** The id of the table's element, from which those of its cells are made. */
  readonly id: string
  readonly columns: readonly ShownColumn<never>[]
  readonly sorting: SortBy | undefined
  /** The column under the keyboard; null while the focus is not in the head. */
  readonly active: string | null
  readonly onSort: (column: string) => void
  /** Opens the choice of columns; null where another button does. */
  readonly onChoose: (() => void) | null
}

/** The id of a head cell's element. */
export const headId = (table: string, column: string): string => `${table}-head-${column}`

/**
 * The column heads of a table; sortable ones are buttons. A drag moves a column, a drag of its
 * right edge resizes it, a double click there restores its width.
 */
export const HeadCells = memo(function HeadCells(props: HeadCellsProps) {
  const { id, columns, sorting, active, onSort, onChoose } = props
  const text = useText()
  const pointer = useHeadPointer(columns, props)
  return (
    <div className="grid-head" role="row" aria-rowindex={1} {...pointer.handlers}>
      {columns.map((column) => {
        const by = sorting?.id === column.id ? sorting : undefined
        const order = by === undefined ? 'none' : by.desc ? 'descending' : 'ascending'
        return (
          <div
            key={column.id}
            id={headId(id, column.id)}
            role="columnheader"
            {...fullText(columnName(column))}
            aria-label={column.group === undefined ? undefined : column.headLabel}
            data-head={column.id}
            data-active={active === column.id}
            data-drop={pointer.drop?.id === column.id ? pointer.drop.side : undefined}
            className={cellClass('grid-headcell', column)}
            style={pinStyle(column)}
            aria-sort={column.compare === undefined ? undefined : order}
          >
            <HeadName column={column} by={by} onSort={onSort} />
            {column.end === true && onChoose !== null && (
              <IconButton
                icon={Columns3}
                size="small"
                tabIndex={-1}
                label={text.table.columns}
                onClick={onChoose}
              />
            )}
            {!isFixedColumn(column) && <span className="grid-resize" data-resize={column.id} />}
          </div>
        )
      })}
    </div>
  )
})

function HeadName({
  column,
  by,
  onSort,
}: {
  readonly column: ShownColumn<never>
  readonly by: SortBy | undefined
  readonly onSort: (column: string) => void
}) {
  if (column.compare === undefined) {
    return (
      <span className={column.head === '' ? 'sr-only' : undefined}>
        {column.head === '' ? columnName(column) : column.head}
      </span>
    )
  }
  return (
    <button type="button" tabIndex={-1} onClick={() => onSort(column.id)}>
      <span>{column.head}</span>
      {by !== undefined &&
        (by.desc ? <ArrowDown size={10} aria-hidden /> : <ArrowUp size={10} aria-hidden />)}
    </button>
  )
}

interface Span {
  readonly group: string | undefined
  readonly columns: number
}

/** Returns neighboring columns of the same group as spans, in order. */
function spansOf(columns: readonly Pick<ShownColumn<never>, 'group' | 'overlay'>[]) {
  const spans: Span[] = []
  for (const { group, overlay } of columns) {
    if (overlay === true) continue
    const last = spans.at(-1)
    if (last !== undefined && last.group === group) {
      spans.splice(-1, 1, { group, columns: last.columns + 1 })
    } else spans.push({ group, columns: 1 })
  }
  return spans
}

export const hasGroups = <T,>(columns: readonly ShownColumn<T>[]): boolean =>
  columns.some(({ group }) => group !== undefined)

/**
 * The headings of column groups, where there are any. Screen readers do not read them: the name of
 * each column says its group.
 */
export function HeadGroups<T>({ columns }: { readonly columns: readonly ShownColumn<T>[] }) {
  if (!hasGroups(columns)) return null
  return (
    <div className="grid-groups" aria-hidden>
      {spansOf(columns).map(({ group, columns: span }, index) => (
        <span
          // A group appears again where the person moved a column away from it.
          key={`${index} ${group ?? ''}`}
          className={group === undefined ? undefined : 'grid-group'}
          style={{ gridColumn: `span ${span}` }}
        >
          {group}
        </span>
      ))}
    </div>
  )
}
