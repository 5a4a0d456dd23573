import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type RefObject,
} from 'react'
import { useListedSteps } from '../../format/listed-steps.js'
import type { RowStore } from '../../stores/row-store.js'
import { useScrollMemory } from '../use-scroll-memory.js'
import { withPlace, withWidth } from './arrange.js'
import { ColumnDialog } from './column-dialog.js'
import { isFixedColumn, tracks, type ShownColumn } from './column.js'
import { FootRows } from './foot-row.js'
import { HEAD_ROW, type GridPlace } from './grid-keys.js'
import { hasGroups, HeadCells, HeadGroups, headId } from './head-cells.js'
import type { DataTableProps } from './table-props.js'
import { cellId, LiveRow, PlainRow } from './table-row.js'
import type { KeyedRow } from './tree-rows.js'
import { useSortedRows } from './use-sorted-rows.js'
import { useTableInput } from './use-table-input.js'
import { useTableView, type TableColumns } from './use-table-view.js'
import { useText } from '../../language/window-text.js'
import { fullText } from '../hints/hint.js'
import { ContextMenu, type Point } from '../menus/context-menu.js'
import type { MenuGroup } from '../menus/menu-groups.js'

const ROW_HEIGHT = 26
const HEAD_HEIGHT = 24
const GROUP_HEIGHT = 20
const OVERSCAN = 8

/**
 * A table of any length: only the visible rows are in the document. One tab stop; arrow keys move
 * between rows, cells and column heads (`aria-activedescendant`), so a screen reader follows while
 * the focus stays on the table. The person arranges the columns; the arrangement is saved.
 */
export function DataTable<K extends string, T>(props: DataTableProps<K, T>) {
  const { table, label, feet, after } = props
  const id = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const availableWidth = useAvailableWidth(scroll)
  useScrollMemory(scroll)
  const view = useTableView(table, props.columns, props.sort, availableWidth)
  const { columns } = view
  const order = useSortedRows(props, view)
  const { sorted } = order
  const headHeight = headHeightOf(columns)
  const virtual = useVirtualRows(scroll, sorted, headHeight)
  const input = useTableInput(id, props, { view, ...order }, (index) =>
    virtual.scrollToIndex(index),
  )
  const { active } = input.keys
  const head = useHeadChanges(view)
  const { template, width } = tracks(withPreview(columns, head.preview))
  const items = useVisibleRows(props, virtual)
  const activeId = activeElementId(
    id,
    active,
    items.some((item) => item.index === active.row),
  )
  useActiveCellInView(activeId, active.column)
  return (
    <div className="grid-frame">
      <div
        ref={scroll}
        className={width > availableWidth ? 'grid-scroll overflowing' : 'grid-scroll'}
        style={scrollPadding(columns, headHeight)}
      >
        <div
          className="grid-inner"
          role={props.parentOf === undefined ? 'grid' : 'treegrid'}
          {...gridLabel(props, sorted, columns, activeId)}
          tabIndex={0}
          data-several={input.selection.keys.size > 1}
          onKeyDown={input.keys.onKeyDown}
          onFocus={input.keys.onFocus}
          onContextMenu={input.onContextMenu}
          style={{ '--grid-columns': template, '--grid-width': `${width}px` } as CSSProperties}
        >
          <div className="grid-head-group" role="rowgroup">
            <HeadGroups columns={columns} />
            <HeadCells
              id={id}
              columns={columns}
              sorting={order.sorting}
              active={active.row === HEAD_ROW ? active.column : null}
              onSort={order.toggleSort}
              onChoose={input.onChoose}
              {...head.actions}
            />
          </div>
          <div className="grid-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
            <BodyRows
              id={id}
              table={props}
              columns={columns}
              rows={sorted}
              items={items}
              headHeight={headHeight}
              active={active}
              selected={input.selection.keys}
              collapsed={order.collapsed}
              onToggle={order.onToggle}
              onClick={input.onClick}
            />
          </div>
          {feet !== undefined && <FootRows columns={columns} feet={feet} />}
        </div>
        {after}
        {input.menu !== null && <TableMenu {...input.menu} onClose={input.closeMenu} />}
        {input.choosing && <ColumnDialog table={label} columns={view} onClose={input.onChosen} />}
      </div>
      <SelectionBar count={input.selection.keys.size} />
    </div>
  )
}

/** Returns what a screen reader says of the grid. */
const gridLabel = <K extends string, T>(
  { label }: DataTableProps<K, T>,
  rows: readonly unknown[],
  columns: readonly unknown[],
  activeId: string | undefined,
) =>
  ({
    'aria-label': label,
    'aria-rowcount': rows.length + 1,
    'aria-colcount': columns.length,
    'aria-multiselectable': true,
    'aria-activedescendant': activeId,
  }) as const

const headHeightOf = <T,>(columns: readonly ShownColumn<T>[]): number =>
  hasGroups(columns) ? HEAD_HEIGHT + GROUP_HEIGHT : HEAD_HEIGHT

const useVirtualRows = (
  scroll: RefObject<HTMLDivElement | null>,
  rows: readonly { readonly id: string }[],
  headHeight: number,
): Virtualizer<HTMLDivElement, Element> =>
  useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: headHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
  })

/**
 * Returns the rows of the document. Scrolls to the row where the keyboard starts, and reports which
 * rows are in view.
 */
function useVisibleRows<K extends string, T>(
  { home, onVisible }: DataTableProps<K, T>,
  virtual: Virtualizer<HTMLDivElement, Element>,
): readonly VirtualItem[] {
  const latest = useRef({ home, virtual })
  latest.current = { home, virtual }
  const items = virtual.getVirtualItems()
  // Without a height yet, the list has no rows and no middle to scroll to.
  const isMeasured = items.length > 0
  useLayoutEffect(() => {
    const { home: start, virtual: list } = latest.current
    if (!isMeasured || start === undefined || start.row <= 0) return
    list.scrollToIndex(start.row, { align: 'center' })
  }, [home?.key, isMeasured])
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  useEffect(() => onVisible?.(first, last), [onVisible, first, last])
  return items
}

interface BodyRowsProps<K extends string, T> {
  readonly id: string
  readonly table: DataTableProps<K, T>
  readonly columns: readonly ShownColumn<T>[]
  readonly rows: readonly KeyedRow<T>[]
  readonly items: readonly VirtualItem[]
  readonly headHeight: number
  readonly active: GridPlace
  readonly selected: ReadonlySet<string>
  readonly collapsed: ReadonlySet<string>
  readonly onToggle: (rowKey: string) => void
  readonly onClick: (event: MouseEvent<HTMLElement>, index: number) => void
}

/** The visible rows. */
function BodyRows<K extends string, T>({
  id,
  table: { store, current, rowClass },
  columns,
  rows,
  items,
  headHeight,
  active,
  selected,
  collapsed,
  onToggle,
  onClick,
}: BodyRowsProps<K, T>) {
  const Row = store === undefined ? PlainRow : LiveRow
  const steps = useListedSteps()
  return items.map((item) => {
    const row = rows[item.index]
    if (row === undefined) return null
    const isActive = item.index === active.row
    return (
      <Row
        key={item.key}
        id={rowId(id, item.index)}
        row={row.original}
        rowKey={row.id}
        store={store as RowStore<string, T> | undefined}
        columns={columns}
        index={item.index}
        top={item.start - headHeight}
        active={isActive}
        activeColumn={isActive ? active.column : null}
        selected={selected.has(row.id)}
        current={current?.(row.original) ?? false}
        className={`grid-row ${rowClass?.(row.original) ?? ''}`.trim()}
        level={row.place?.level}
        expanded={row.place?.hasChildren === true ? !collapsed.has(row.id) : undefined}
        steps={steps}
        onToggle={onToggle}
        onClick={onClick}
      />
    )
  })
}

/** The width of a column while its edge is dragged. */
interface Preview {
  readonly id: string
  readonly width: number
}

/** What the pointer changes in the head; a width is saved when the drag ends. */
function useHeadChanges<T>({ change }: TableColumns<T>) {
  const [preview, onPreview] = useState<Preview | null>(null)
  const onResize = useCallback(
    (column: string, width: number | null) => change(withWidth(column, width)),
    [change],
  )
  const onPlace = useCallback(
    (column: string, before: string | null) => change(withPlace(column, before)),
    [change],
  )
  return { preview, actions: { onPreview, onResize, onPlace } }
}

function withPreview<T>(
  columns: readonly ShownColumn<T>[],
  preview: Preview | null,
): readonly ShownColumn<T>[] {
  if (preview === null) return columns
  return columns.map((column) => {
    if (column.id !== preview.id) return column
    const { grow: _grow, ...rest } = column
    return { ...rest, width: preview.width }
  })
}

const rowId = (table: string, index: number): string => `${table}-${index}`

/** Returns the id of the element under the keyboard; undefined where it is not in the document. */
function activeElementId(
  table: string,
  { row, column }: GridPlace,
  shown: boolean,
): string | undefined {
  if (row === HEAD_ROW) return column === null ? undefined : headId(table, column)
  if (!shown) return undefined
  return column === null ? rowId(table, row) : cellId(rowId(table, row), column)
}

/** Scrolls the cell under the keyboard into view; rows are scrolled by the virtual list. */
function useActiveCellInView(activeId: string | undefined, column: string | null): void {
  useLayoutEffect(() => {
    if (activeId === undefined || column === null) return
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeId, column])
}

/** The parts of the view that pinned columns cover, so that a cell scrolls out from under them. */
function scrollPadding<T>(columns: readonly ShownColumn<T>[], headHeight: number): CSSProperties {
  const sum = (some: readonly ShownColumn<T>[]): number =>
    some.reduce((total, { width }) => total + width, 0)
  return {
    scrollPaddingLeft: sum(columns.filter(({ left }) => left !== undefined)),
    scrollPaddingRight: sum(
      columns.filter((column) => column.end === true && isFixedColumn(column)),
    ),
    scrollPaddingTop: headHeight,
  }
}

/** Says under a table how many rows are selected, and how to act on them; nothing for one row. */
function SelectionBar({ count }: { readonly count: number }) {
  const text = useText().table
  if (count < 2) return null
  return (
    <p className="grid-selection tnum" role="status" {...fullText(text.selectionHint)}>
      <strong>{text.selectedRows(count)}</strong> {text.selectionHint}
    </p>
  )
}

interface TableMenuProps {
  readonly label: string
  readonly place: Point
  /** Created again at each rendering, so that entries of an open menu follow the table. */
  readonly groups: () => readonly MenuGroup[]
}

/** The menu of a row or of a column head. */
function TableMenu({
  label,
  place,
  groups,
  onClose,
}: TableMenuProps & { readonly onClose: () => void }) {
  return <ContextMenu label={label} place={place} groups={groups()} onClose={onClose} />
}

/**
 * Returns the content width of an element in px, without its scroll bar; infinite until it was
 * measured.
 */
function useAvailableWidth(element: RefObject<HTMLElement | null>): number {
  const [availableWidth, setAvailableWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return undefined
    const measure = (): void => {
      if (box.clientWidth > 0) setAvailableWidth(box.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return availableWidth
}
