import { useState, type KeyboardEvent, type MouseEvent } from 'react'

interface RowActions<T> {
  readonly onOpen?: ((row: T) => void) | undefined
  readonly onDelete?: ((row: T) => void) | undefined
  readonly onMove?: ((row: T, by: -1 | 1) => void) | undefined
}

const PAGE = 10

/** Returns the row that a key moves to from `active`, or null for keys that do not move. */
export function nextRow(key: string, active: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(active + 1, last)
    case 'ArrowUp':
      return Math.max(active - 1, 0)
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

/** Handles the keyboard and the mouse on the rows of a table; `active` is the current row. */
export function useRowKeys<T>(
  rows: readonly T[],
  actions: RowActions<T>,
  scrollToRow: (index: number) => void,
) {
  const [chosen, setActive] = useState(-1)
  const active = Math.min(chosen, rows.length - 1)
  const go = (index: number): void => {
    setActive(index)
    scrollToRow(index)
  }
  return {
    active,
    onFocus: (event: { readonly target: unknown; readonly currentTarget: unknown }): void => {
      if (event.target === event.currentTarget && active < 0 && rows.length > 0) setActive(0)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      // Keys inside a row's own buttons and fields are theirs.
      if (event.target !== event.currentTarget) return
      const row = rows[active]
      if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
        if (row === undefined || actions.onMove === undefined) return
        event.preventDefault()
        const by = event.key === 'ArrowUp' ? -1 : 1
        actions.onMove(row, by)
        if (rows[active + by] !== undefined) go(active + by)
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const next = nextRow(event.key, active, rows.length)
      if (next !== null && next >= 0) {
        event.preventDefault()
        go(next)
        return
      }
      if (row === undefined || (event.key !== 'Enter' && event.key !== 'Delete')) return
      // The same key press must not answer a dialog that opens now.
      event.preventDefault()
      if (event.key === 'Enter') actions.onOpen?.(row)
      else if (!event.repeat) actions.onDelete?.(row)
    },
    onClick: (event: MouseEvent<HTMLElement>, index: number): void => {
      setActive(index)
      const inside =
        event.target instanceof Element ? event.target.closest('button, input, select, a') : null
      const row = rows[index]
      if (inside === null && row !== undefined) actions.onOpen?.(row)
    },
  }
}
