import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import {
  copies,
  HEAD_ROW,
  headChange,
  nextPlace,
  nextRow,
  opensMenu,
  selectMode,
  selectsAll,
  type GridPlace,
} from './grid-keys.js'
import type { TableSelection } from './selection/use-row-selection.js'
import type { KeyedRow } from './tree-rows.js'

/** What a person can do in a table with the keyboard or the mouse. */
export interface GridActions<T> {
  readonly onOpen?: ((row: T) => void) | undefined
  readonly onOpenCell?: ((row: T, column: string) => void) | undefined
  readonly onDelete?: ((rows: readonly T[]) => void) | undefined
  readonly onMove?: ((row: T, by: -1 | 1) => void) | undefined
  /** Handles an arrow key on a whole row of a tree; returns the row that is then active. */
  readonly onBranch: (key: string, row: number) => number | null
  readonly scrollToRow: (index: number) => void
  readonly sort: (column: string) => void
  readonly copy: (place: GridPlace) => void
  readonly selection: TableSelection<T>
  /** Opens the menu of a row, or of a column where the place is in the head. */
  readonly menu: (place: GridPlace) => void
  readonly changeColumn: (column: string, change: 'left' | 'right' | 'wider' | 'narrower') => void
}

/** A place with the key of its row, so that it follows the row. */
interface KeyedPlace extends GridPlace {
  /** Null in the head and nowhere. */
  readonly key: string | null
}

const NOWHERE: KeyedPlace = { row: HEAD_ROW - 1, column: null, key: null }

/** Returns where the row of a place is now; where it has vanished, the row in its place. */
export function placeOfRow(
  { key, row, column }: KeyedPlace,
  rows: readonly KeyedRow<unknown>[],
): KeyedPlace {
  if (key === null || rows[row]?.id === key) return { key, row, column }
  const moved = rows.findIndex(({ id }) => id === key)
  const now = moved < 0 ? Math.min(row, rows.length - 1) : moved
  return { key: rows[now]?.id ?? null, row: now, column }
}

/** Handles a key on a row; returns false for keys that have no meaning there. */
function onRowKey<T>(
  event: KeyboardEvent<HTMLElement>,
  row: T,
  { row: index, column }: GridPlace,
  { onOpen, onOpenCell, onDelete, onMove, scrollToRow, selection }: GridActions<T>,
): boolean {
  if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    if (onMove === undefined) return false
    const by = event.key === 'ArrowUp' ? -1 : 1
    onMove(row, by)
    scrollToRow(Math.max(0, index + by))
    return true
  }
  if (event.altKey || (event.key !== 'Enter' && event.key !== 'Delete')) return false
  if (event.key === 'Enter' && column !== null && onOpenCell !== undefined) onOpenCell(row, column)
  else if (event.key === 'Enter') onOpen?.(row)
  else if (!event.repeat) onDelete?.(selection.rowsAt(index))
  return true
}

/** Handles a key on a column head; returns false for keys that have no meaning there. */
function onHeadKey<T>(
  event: KeyboardEvent<HTMLElement>,
  column: string,
  actions: GridActions<T>,
): boolean {
  const change = headChange(event)
  if (change !== null) actions.changeColumn(column, change)
  else if (event.key === 'Enter' && !event.altKey) actions.sort(column)
  else return false
  return true
}

/**
 * Handles a key that changes the selection and nothing else; returns false for others. Escape also
 * has its other meanings, such as to close a dialog, unless several rows are selected.
 */
function onSelectionKey<T>(
  event: KeyboardEvent<HTMLElement>,
  row: number,
  { keys, select, selectAll, clear }: TableSelection<T>,
): boolean {
  if (event.altKey) return false
  if (selectsAll(event)) selectAll()
  else if (event.key === ' ' && row >= 0) select(event.shiftKey ? 'range' : 'toggle', row)
  else if (event.key === 'Escape' && keys.size > 0) {
    clear()
    return keys.size > 1
  } else return false
  return true
}

/** Moves to another place; Shift selects the rows up to it, Ctrl leaves the selection. */
function onMoveKey<T>(
  event: KeyboardEvent<HTMLElement>,
  {
    active,
    rows,
    columns,
    actions: { onBranch, selection },
    go,
  }: {
    readonly active: GridPlace
    /** How many there are. */
    readonly rows: number
    readonly columns: readonly string[]
    readonly actions: GridActions<T>
    readonly go: (place: GridPlace) => void
  },
): boolean {
  const mode = selectMode(event)
  const from = active.row < HEAD_ROW ? { row: HEAD_ROW, column: null } : active
  if (mode === 'only') {
    const branch = active.column === null ? onBranch(event.key, active.row) : null
    const next =
      branch === null ? nextPlace(event.key, from, rows, columns) : { row: branch, column: null }
    if (next === null) return false
    go(next)
    if (next.row >= 0 && next.row !== active.row) selection.select('only', next.row)
    return true
  }
  const row = nextRow(event.key, from.row, rows)
  if (row === null || row < 0 || from.row < 0) return false
  go({ row, column: active.column })
  if (mode === 'toggle') return true
  if (selection.keys.size === 0) selection.select('only', from.row)
  selection.select(mode, row)
  return true
}

/**
 * Handles the keyboard and the mouse in a table. `active` is the current place: a row, a cell, or a
 * column head; its row is below `HEAD_ROW` while there is none. It follows its row when rows come,
 * go and are sorted. The focus starts at `homeRow`.
 */
export function useGridKeys<T>(
  rows: readonly KeyedRow<T>[],
  columns: readonly string[],
  actions: GridActions<T>,
  homeRow: number,
) {
  const [chosen, setChosen] = useState(NOWHERE)
  const place = placeOfRow(chosen, rows)
  if (place.key !== chosen.key || place.row !== chosen.row) setChosen(place)
  const active: GridPlace = {
    row: place.row,
    column: place.column !== null && columns.includes(place.column) ? place.column : null,
  }
  const setActive = ({ row, column }: GridPlace): void =>
    setChosen({ row, column, key: rows[row]?.id ?? null })
  const go = (place: GridPlace): void => {
    setActive(place)
    if (place.row >= 0) actions.scrollToRow(place.row)
  }
  const onPlaceKey = (event: KeyboardEvent<HTMLElement>): boolean => {
    const row = rows[active.row]?.original
    const head = active.row === HEAD_ROW ? active.column : null
    if (opensMenu(event) && (row !== undefined || head !== null)) {
      actions.menu(active)
      return true
    }
    if (copies(event) && row !== undefined) {
      actions.copy(active)
      return true
    }
    if (event.ctrlKey || event.metaKey) return false
    if (head !== null) return onHeadKey(event, head, actions)
    return row !== undefined && onRowKey(event, row, active, actions)
  }
  return {
    active,
    setActive,
    onFocus: (event: { readonly target: unknown; readonly currentTarget: unknown }): void => {
      if (event.target === event.currentTarget && active.row < HEAD_ROW && rows.length > 0) {
        setActive({ row: homeRow, column: null })
      }
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      // Keys inside a row's own buttons and fields are theirs.
      if (event.target !== event.currentTarget) return
      if (onPlaceKey(event)) {
        // The same key press must not answer a dialog that opens now.
        event.preventDefault()
        return
      }
      if (onSelectionKey(event, active.row, actions.selection)) {
        event.preventDefault()
        // An Escape that clears the selection closes nothing.
        event.stopPropagation()
        return
      }
      if (event.altKey) return
      const grid = { active, rows: rows.length, columns, actions, go }
      if (onMoveKey(event, grid)) event.preventDefault()
    },
    onClick: (event: MouseEvent<HTMLElement>, index: number): void => {
      const target = event.target instanceof Element ? event.target : null
      const row = rows[index]?.original
      const cell = target?.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? null
      const opensCell = actions.onOpenCell !== undefined && cell !== null
      setActive({ row: index, column: opensCell ? cell : null })
      const inside = target?.closest('button, input, select, a') ?? null
      if (inside !== null || row === undefined) return
      const mode = selectMode(event)
      actions.selection.select(mode, index)
      // A press that selects opens nothing and, over a price, trades nothing.
      if (mode !== 'only') return
      if (opensCell) actions.onOpenCell?.(row, cell)
      else actions.onOpen?.(row)
    },
  }
}
