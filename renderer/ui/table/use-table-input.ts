import { ClipboardCopy, Columns3, Copy, Download } from 'lucide-react'
import { useCallback, useRef, useState, type MouseEvent } from 'react'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { toast } from '../../stores/toasts.js'
import type { Point } from '../menus/context-menu.js'
import type { MenuGroup } from '../menus/menu-groups.js'
import { useCopy } from '../use-copy.js'
import { useRequest } from '../use-request.js'
import { withStep, withWidth } from './arrange.js'
import { columnMenu, currentWidth, RESIZE_PX } from './column-menu.js'
import { columnName, isFixedColumn } from './column.js'
import type { DataTableProps } from './table-props.js'
import { HEAD_ROW, type GridPlace } from './grid-keys.js'
import { headId } from './head-cells.js'
import { cellText, rowText, tableCsv } from './table-text.js'
import { cellId } from './table-row.js'
import type { BranchMove, KeyedRow } from './tree/tree-rows.js'
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

/** The size of one request; see `app.table-part`. JSON may double a text of quotes. */
const PART_CHARS = 200_000

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
  const own = useState(false)
  const [choosing, setChoosing] = props.choosing ?? own
  const { copy, exportRows } = useTableExport(props, view, sorted, all)
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
    copy,
    menu: (place) => setOpen({ place, point: belowElement(elementId(id, place)) }),
    changeColumn: (column, change) => changeColumn(view, column, change, headWidth),
  } satisfies GridActions<T>
  const keys = useGridKeys(sorted, navigableIds(view), actions, props.home?.row ?? 0)
  const groupsOf = ({ place }: OpenMenu): readonly MenuGroup[] => {
    const column = place.column ?? ''
    if (place.row === HEAD_ROW) {
      return columnMenu(column, view, () => headWidth(column), onChoose, text)
    }
    const row = sorted[place.row]?.original
    if (row === undefined) return []
    const own = props.menu?.(row) ?? []
    return [...own, ...commonGroups(place, view, { copy, exportRows, onChoose }, text)]
  }
  const latestClick = useRef(keys.onClick)
  latestClick.current = keys.onClick
  return {
    keys,
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
      setOpen({ place, point: { x: event.clientX, y: event.clientY } })
    },
    menu:
      open === null
        ? null
        : { label: menuLabel(open, view, text), place: open.point, groups: () => groupsOf(open) },
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

function menuLabel<T>({ place }: OpenMenu, { columns }: TableColumns<T>, text: WindowText): string {
  const column = columns.find(({ id }) => id === place.column)
  return place.row === HEAD_ROW && column !== undefined
    ? text.table.columnMenu(columnName(column))
    : text.table.rowMenu
}

/** What the menu of a row offers in every table. */
function commonGroups<T>(
  place: GridPlace,
  { columns }: TableColumns<T>,
  actions: {
    readonly copy: (place: GridPlace) => void
    readonly exportRows: () => void
    readonly onChoose: () => void
  },
  { table: text }: WindowText,
): readonly MenuGroup[] {
  const hasCell = columns.some(({ id, data }) => id === place.column && data !== undefined)
  return [
    [
      ...(hasCell
        ? [{ id: 'copy-cell', label: text.copyCell, icon: Copy, run: () => actions.copy(place) }]
        : []),
      {
        id: 'copy-row',
        label: text.copyRow,
        icon: ClipboardCopy,
        keys: 'Ctrl C',
        run: () => actions.copy({ ...place, column: null }),
      },
    ],
    [
      { id: 'export', label: text.export, icon: Download, run: actions.exportRows },
      { id: 'choose', label: text.choose, icon: Columns3, run: actions.onChoose },
    ],
  ]
}

/** Copies cells and rows, and saves all rows as CSV. */
function useTableExport<K extends string, T>(
  { table, onExport, isExported = () => true }: DataTableProps<K, T>,
  { columns }: TableColumns<T>,
  sorted: readonly KeyedRow<T>[],
  all: readonly KeyedRow<T>[],
) {
  const text = useText().table
  const { toasts } = useMainWindow()
  const copyText = useCopy(text.copied)
  const { request } = useRequest('toast')
  const save = async (): Promise<boolean> => {
    const csv = tableCsv(columns, all.map(({ original }) => original).filter(isExported))
    for (let from = 0; from === 0 || from < csv.length; from += PART_CHARS) {
      const part = { csv: csv.slice(from, from + PART_CHARS), first: from === 0 }
      if ((await request('app.table-part', part)) === null) return false
    }
    return (await request('app.save-table', { table }))?.saved === true
  }
  return {
    copy({ row: index, column }: GridPlace): void {
      const row = sorted[index]?.original
      if (row === undefined) return
      copyText(column === null ? rowText(columns, row) : cellText(columns, column, row))
    },
    exportRows(): void {
      if (onExport !== undefined) return onExport()
      void save().then((saved) => {
        if (saved) toast(toasts, 'good', text.exported)
      })
    },
  }
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
