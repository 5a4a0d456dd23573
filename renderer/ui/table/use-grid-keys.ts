import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import { copies, HEAD_ROW, headChange, nextPlace, opensMenu, type GridPlace } from './grid-keys.js'
import type { KeyedRow } from './tree/tree-rows.js'

/** What a person can do in a table with the keyboard or the mouse. */
export interface GridActions<T> {
  readonly onOpen?: ((row: T) => void) | undefined
  readonly onOpenCell?: ((row: T, column: string) => void) | undefined
  readonly onDelete?: ((row: T) => void) | undefined
  readonly onMove?: ((row: T, by: -1 | 1) => void) | undefined
  /** Handles an arrow key on a whole row of a tree; returns the row that is then active. */
  readonly onBranch: (key: string, row: number) => number | null
  readonly scrollToRow: (index: number) => void
  readonly sort: (column: string) => void
  readonly copy: (place: GridPlace) => void
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
  { onOpen, onOpenCell, onDelete, onMove, scrollToRow }: GridActions<T>,
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
  else if (!event.repeat) onDelete?.(row)
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
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const from = active.row < HEAD_ROW ? { row: HEAD_ROW, column: null } : active
      const branch = active.column === null ? actions.onBranch(event.key, active.row) : null
      if (branch !== null) {
        event.preventDefault()
        return go({ row: branch, column: null })
      }
      const next = nextPlace(event.key, from, rows.length, columns)
      if (next === null) return
      event.preventDefault()
      go(next)
    },
    onClick: (event: MouseEvent<HTMLElement>, index: number): void => {
      const target = event.target instanceof Element ? event.target : null
      const row = rows[index]?.original
      const cell = target?.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? null
      const opensCell = actions.onOpenCell !== undefined && cell !== null
      setActive({ row: index, column: opensCell ? cell : null })
      const inside = target?.closest('button, input, select, a') ?? null
      if (inside !== null || row === undefined) return
      if (opensCell) actions.onOpenCell?.(row, cell)
      else actions.onOpen?.(row)
    },
  }
}
