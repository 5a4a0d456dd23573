import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { MAX_COLUMN_PX, MIN_COLUMN_PX } from '../../stores/table-views.js'
import { isFixedColumn, type ShownColumn } from './column.js'

/** What the pointer can do with a column head. */
export interface HeadActions {
  /** Called while an edge is dragged, and with null when the drag ends without a width. */
  readonly onPreview: (preview: { readonly id: string; readonly width: number } | null) => void
  /** Sets a width in px; null restores the column's own. */
  readonly onResize: (column: string, width: number | null) => void
  /** Moves a column before another; null: to the end. */
  readonly onPlace: (column: string, before: string | null) => void
}

/** Where a dragged column would be put: before or after this one. */
interface Drop {
  readonly id: string
  readonly side: 'before' | 'after'
}

type Drag =
  | {
      readonly kind: 'resize'
      readonly id: string
      readonly startX: number
      readonly width: number
    }
  | { readonly kind: 'move'; readonly id: string; readonly startX: number }

/** A press that moves less than this is a click. */
const DRAG_PX = 5

const cellOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-head]') : null

/** Handles drags on the column heads: at a right edge they resize, elsewhere they move. */
export function useHeadPointer(columns: readonly ShownColumn<never>[], actions: HeadActions) {
  const drag = useRef<Drag | null>(null)
  /** True while a drag is under way or has just ended, whose click must not sort. */
  const moved = useRef(false)
  const [drop, setDrop] = useState<Drop | null>(null)
  const latestDrop = useRef<Drop | null>(null)
  const showDrop = (next: Drop | null): void => {
    latestDrop.current = next
    setDrop((before) => (before?.id === next?.id && before?.side === next?.side ? before : next))
  }
  const canMove = (id: string): boolean =>
    columns.some((column) => column.id === id && !isFixedColumn(column))

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    moved.current = false
    const cell = cellOf(event.target)
    const id = cell?.dataset['head']
    if (event.button !== 0 || cell === null || id === undefined || !canMove(id)) return
    const isEdge = event.target instanceof HTMLElement && event.target.dataset['resize'] === id
    drag.current = isEdge
      ? { kind: 'resize', id, startX: event.clientX, width: cell.getBoundingClientRect().width }
      : { kind: 'move', id, startX: event.clientX }
    if (isEdge) event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const dragged = drag.current
    if (dragged === null) return
    if (!moved.current && Math.abs(event.clientX - dragged.startX) < DRAG_PX) return
    if (!moved.current) event.currentTarget.setPointerCapture(event.pointerId)
    moved.current = true
    if (dragged.kind === 'resize') {
      actions.onPreview({ id: dragged.id, width: widthAt(dragged, event.clientX) })
    } else showDrop(dropAt(event.currentTarget, event.clientX, dragged.id))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const dragged = drag.current
    drag.current = null
    if (dragged === null || !moved.current) return
    if (dragged.kind === 'resize') {
      actions.onPreview(null)
      actions.onResize(dragged.id, widthAt(dragged, event.clientX))
      return
    }
    const target = latestDrop.current
    showDrop(null)
    if (target !== null) actions.onPlace(dragged.id, placeOf(target, columns))
  }
  const cancel = (): void => {
    if (drag.current !== null) actions.onPreview(null)
    drag.current = null
    showDrop(null)
  }
  return {
    drop,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: cancel,
      // The click that follows a drag must not sort.
      onClickCapture: (event: MouseEvent<HTMLElement>): void => {
        if (moved.current) event.stopPropagation()
        moved.current = false
      },
      onDoubleClick: (event: MouseEvent<HTMLElement>): void => {
        const id = event.target instanceof HTMLElement ? event.target.dataset['resize'] : undefined
        if (id !== undefined) actions.onResize(id, null)
      },
    },
  }
}

const widthAt = (drag: { readonly startX: number; readonly width: number }, x: number): number =>
  Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, Math.round(drag.width + x - drag.startX)))

/** Returns the place that the pointer is over; null over the dragged column itself. */
function dropAt(head: HTMLElement, x: number, dragged: string): Drop | null {
  const cells = [...head.querySelectorAll<HTMLElement>('[data-head]:not(.end, .sr-only)')]
  const boxes = cells.map((cell) => ({ cell, box: cell.getBoundingClientRect() }))
  // Pinned cells cover the others, so the first match in document order is the visible one.
  const over =
    boxes.find(({ box }) => x >= box.left && x < box.right) ??
    (x < (boxes[0]?.box.left ?? 0) ? boxes[0] : boxes.at(-1))
  const id = over?.cell.dataset['head']
  if (over === undefined || id === undefined || id === dragged) return null
  return { id, side: x < over.box.left + over.box.width / 2 ? 'before' : 'after' }
}

/** Returns the id of the column that the dragged one comes before; null at the end. */
function placeOf({ id, side }: Drop, columns: readonly ShownColumn<never>[]): string | null {
  if (side === 'before') return id
  const movable = columns.filter((column) => !isFixedColumn(column))
  return movable[movable.findIndex((column) => column.id === id) + 1]?.id ?? null
}
