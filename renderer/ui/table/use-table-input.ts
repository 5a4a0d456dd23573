import { useCallback, useRef, useState, type MouseEvent } from 'react'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { useText } from '../../language/window-text.js'
import type { Point } from '../menus/context-menu.js'
import type { MenuGroup } from '../menus/menu-groups.js'
import { withStep, withWidth } from './arrange.js'
import { columnMenu, currentWidth, RESIZE_PX } from './column-menu.js'
import { columnName, isFixedColumn } from './column.js'
import type { DataTableProps } from './table-props.js'
import { HEAD_ROW, type GridPlace } from './grid-keys.js'
import { headId } from './head-cells.js'
import { useTableExport, type TableExport } from './copies/use-table-export.js'
import { commonGroups } from './selection/row-menu.js'
import { useRowSelection, type TableSelection } from './selection/use-row-selection.js'
import { cellId } from './table-row.js'
import type { BranchMove, KeyedRow } from './tree-rows.js'
import { useGridKeys, type GridActions } from './use-grid-keys.js'
import type { TableColumns } from './use-table-view.js'

interface TableState<T> {
  readonly view: TableColumns<T>
  /** The rows in the order shown. */
  readonly sorted: readonly KeyedRow<T>[]
  /** Also the rows that are below collapsed ones. */
  readonly all: readonly KeyedRow<T>[]
  readonly toggleSort: (column: string) => void
  readonly branch: (key: string, row: number) => BranchMove | null
  readonly onToggle: (rowKey: string) => void
}

/** The open menu: of a cell, or of a column head. */
interface OpenMenu {
  readonly place: GridPlace
  readonly point: Point
}

const widthOf = (element: string): number =>
  document.getElementById(element)?.getBoundingClientRect().width ?? 0

/** The keyboard, the pointer and the menus of a table. */
export function useTableInput<K extends string, T>(
  id: string,
  props: DataTableProps<K, T>,
  { view, sorted, all, toggleSort, branch, onToggle }: TableState<T>,
  scrollToRow: (index: number) => void,
) {
  const text = useText()
  const [open, setOpen] = useState<OpenMenu | null>(null)
  const ownChoosing = useState(false)
  const [choosing, setChoosing] = props.choosing ?? ownChoosing
  const selection = useRowSelection(sorted)
  const tableExport = useTableExport(props, view.columns, all)
  const onChoose = useCallback(() => setChoosing(true), [setChoosing])
  const headWidth = (column: string): number => widthOf(headId(id, column))
  const actions = {
    onOpen: props.onOpen,
    onOpenCell: props.onOpenCell,
    onDelete: props.onDelete,
    onMove: props.onMove,
    onBranch: (key, row) => {
      const move = branch(key, row)
      if (move === null || 'row' in move) return move?.row ?? null
      onToggle(move.toggle)
      return row
    },
    scrollToRow,
    sort: toggleSort,
    copy: copyAt(selection, tableExport),
    selection,
    menu: (place) => setOpen({ place, point: belowElement(elementId(id, place)) }),
    changeColumn: (column, change) => changeColumn(view, column, change, headWidth),
  } satisfies GridActions<T>
  const keys = useGridKeys(sorted, navigableIds(view), actions, props.home?.row ?? 0)
  const groupsOf = ({ place }: OpenMenu): readonly MenuGroup[] => {
    const column = place.column ?? ''
    if (place.row === HEAD_ROW) {
      return columnMenu(column, view, { shownWidth: () => headWidth(column), onChoose, text })
    }
    const rows = selection.rowsAt(place.row)
    const [row] = rows
    if (row === undefined) return []
    const own = rows.length > 1 ? props.menuOfSeveral?.(rows) : props.menu?.(row)
    const { columns } = view
    const menu = { rows, column: place.column, columns, actions: tableExport, onChoose }
    return [...(own ?? []), ...commonGroups(menu, text)]
  }
  const latestClick = useRef(keys.onClick)
  latestClick.current = keys.onClick
  return {
    keys,
    selection,
    // Stable, so that a rendering of the table does not render its rows.
    onClick: useCallback(
      (event: MouseEvent<HTMLElement>, index: number) => latestClick.current(event, index),
      [],
    ),
    onContextMenu: (event: MouseEvent<HTMLElement>): void => {
      const place = placeOf(event.target)
      if (place === null) return
      event.preventDefault()
      event.currentTarget.focus()
      keys.setActive(place.row === HEAD_ROW ? place : { ...place, column: null })
      // On a row of the selection the menu is for all of it.
      if (!selection.keys.has(sorted[place.row]?.id ?? '')) selection.select('only', place.row)
      setOpen({ place, point: { x: event.clientX, y: event.clientY } })
    },
    menu:
      open === null
        ? null
        : {
            label: menuLabel(open, view, selection.rowsAt(open.place.row).length, text),
            place: open.point,
            groups: () => groupsOf(open),
          },
    closeMenu: () => setOpen(null),
    choosing,
    onChoose,
    onChosen: () => setChoosing(false),
  }
}

const navigableIds = <T>({ columns }: TableColumns<T>): readonly string[] =>
  columns.filter((column) => !isFixedColumn(column)).map((column) => column.id)

/** Moves or resizes a column by one step of the keyboard. */
function changeColumn<T>(
  view: TableColumns<T>,
  column: string,
  change: 'left' | 'right' | 'wider' | 'narrower',
  headWidth: (column: string) => number,
): void {
  if (change === 'left' || change === 'right') {
    return view.change(withStep(column, change === 'left' ? -1 : 1))
  }
  const entry = view.arranged.find((candidate) => candidate.column.id === column)
  if (entry === undefined) return
  const by = change === 'wider' ? RESIZE_PX : -RESIZE_PX
  view.change(withWidth(column, currentWidth(entry, headWidth(column)) + by))
}

/** Copies the selected rows, or the row or the cell under the keyboard. */
const copyAt =
  <T>({ rowsAt }: TableSelection<T>, { copy }: TableExport<T>) =>
  ({ row, column }: GridPlace): void => {
    const rows = rowsAt(row)
    copy(rows, rows.length > 1 ? null : column)
  }

function menuLabel<T>(
  { place }: OpenMenu,
  { columns }: TableColumns<T>,
  rows: number,
  { table: text }: WindowText,
): string {
  const column = columns.find(({ id }) => id === place.column)
  if (place.row === HEAD_ROW && column !== undefined) return text.columnMenu(columnName(column))
  return rows > 1 ? text.rowsMenu(rows) : text.rowMenu
}

/** Returns the place under the pointer; null outside rows and heads, and in an input. */
function placeOf(target: EventTarget | null): GridPlace | null {
  if (!(target instanceof Element) || target.closest('input') !== null) return null
  const head = target.closest<HTMLElement>('[data-head]')
  if (head !== null) return { row: HEAD_ROW, column: head.dataset['head'] ?? null }
  const row = target.closest<HTMLElement>('[data-index]')
  if (row === null) return null
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? null
  return { row: Number(row.dataset['index']), column }
}

const elementId = (table: string, { row, column }: GridPlace): string => {
  if (row === HEAD_ROW) return headId(table, column ?? '')
  return column === null ? `${table}-${row}` : cellId(`${table}-${row}`, column)
}

/** Returns where the menu of an element opens for the keyboard: at its lower left corner. */
function belowElement(id: string): Point {
  const box = document.getElementById(id)?.getBoundingClientRect()
  return { x: Math.max(0, (box?.left ?? 0) + 8), y: box?.bottom ?? 0 }
}
