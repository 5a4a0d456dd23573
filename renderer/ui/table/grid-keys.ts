import type { KeyboardEvent } from 'react'

/** The row number of the column heads. */
export const HEAD_ROW = -1

/** The place under the keyboard: a row, and its cell; a null column means the whole row. */
export interface GridPlace {
  readonly row: number
  readonly column: string | null
}

const PAGE = 10

/** Returns the row that a key moves to from `active`, or null for keys that do not move. */
export function nextRow(key: string, active: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(active + 1, last)
    case 'ArrowUp':
      return Math.max(active - 1, HEAD_ROW)
    case 'PageDown':
      return Math.min(active + PAGE, last)
    case 'PageUp':
      return Math.max(active - PAGE, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/**
 * Returns the column that a key moves to; undefined for keys that do not move. From the first
 * column the left arrow leads back to the whole row (null), except in the head.
 */
export function nextColumn(
  key: string,
  { row, column }: GridPlace,
  columns: readonly string[],
): string | null | undefined {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const from = column === null ? -1 : columns.indexOf(column)
  const to = key === 'ArrowRight' ? Math.min(from + 1, columns.length - 1) : from - 1
  if (to < 0) return row === HEAD_ROW ? (columns[0] ?? null) : null
  return columns[to] ?? null
}

/** Returns the place that a key moves to, or null for keys that do not move. */
export function nextPlace(
  key: string,
  active: GridPlace,
  rows: number,
  columns: readonly string[],
): GridPlace | null {
  const column = nextColumn(key, active, columns)
  if (column !== undefined) return { ...active, column }
  const row = nextRow(key, active.row, rows)
  if (row === null) return null
  return { row, column: row === HEAD_ROW ? (active.column ?? columns[0] ?? null) : active.column }
}

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** True for the keys that open a context menu. */
export const opensMenu = ({ key, shiftKey }: Press): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** True for the keys that copy. */
export const copies = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'c'

/** True for the keys that select every row. */
export const selectsAll = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'a'

/**
 * Returns how a press on a row, or a key that moves to it, changes the selection: Ctrl or Cmd adds
 * and removes, Shift selects the range.
 */
export const selectMode = ({ shiftKey, ctrlKey, metaKey }: Omit<Press, 'key' | 'altKey'>) =>
  shiftKey ? (ctrlKey || metaKey ? 'add-range' : 'range') : ctrlKey || metaKey ? 'toggle' : 'only'

/** What a key does to the column whose head has the focus. */
export function headChange(press: Press): 'left' | 'right' | 'wider' | 'narrower' | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = press
  if (ctrlKey || metaKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null
  const right = key === 'ArrowRight'
  if (altKey && !shiftKey) return right ? 'right' : 'left'
  if (shiftKey && !altKey) return right ? 'wider' : 'narrower'
  return null
}
