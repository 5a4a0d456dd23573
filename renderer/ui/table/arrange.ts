import { MAX_COLUMN_PX, MIN_COLUMN_PX, type ColumnView } from '../../stores/table-views.js'
import { isFixedColumn, type Column, type ShownColumn } from './column.js'

/** A column that the person can arrange, and how it is arranged now. */
export interface ArrangedColumn<T> {
  readonly column: Column<T>
  readonly hidden: boolean
  readonly pinned: boolean
  /** In px; null for the column's own width. */
  readonly width: number | null
  /** What the person set, which is saved. */
  readonly view: ColumnView
}

/**
 * Returns the columns in the person's order, pinned ones first. Saved columns that no longer exist
 * are dropped; new ones take the place after the column that precedes them by default.
 */
export function arrangeColumns<T>(
  all: readonly Column<T>[],
  saved: readonly ColumnView[],
): readonly ArrangedColumn<T>[] {
  const columns = all.filter((column) => !isFixedColumn(column))
  const byId = new Map(columns.map((column) => [column.id, column]))
  const views = new Map(saved.map((view) => [view.id, view]))
  const order = [...views.keys()].filter((id) => byId.has(id))
  for (const [index, { id }] of columns.entries()) {
    if (views.has(id)) continue
    const before = columns
      .slice(0, index)
      .map((column) => order.indexOf(column.id))
      .findLast((found) => found >= 0)
    order.splice((before ?? -1) + 1, 0, id)
  }
  const arranged = order.flatMap((id): readonly ArrangedColumn<T>[] => {
    const column = byId.get(id)
    return column === undefined ? [] : [arrangedAs(column, views.get(id) ?? { id })]
  })
  return pinnedFirst(arranged)
}

const arrangedAs = <T>(column: Column<T>, view: ColumnView): ArrangedColumn<T> => ({
  column,
  hidden: view.hidden ?? column.hidden ?? false,
  pinned: view.pinned ?? column.pinned ?? false,
  width: view.width ?? null,
  view,
})

const pinnedFirst = <T>(all: readonly ArrangedColumn<T>[]): readonly ArrangedColumn<T>[] => [
  ...all.filter(({ pinned }) => pinned),
  ...all.filter(({ pinned }) => !pinned),
]

/** Returns what is saved of an arrangement. */
export const savedColumns = <T>(all: readonly ArrangedColumn<T>[]): readonly ColumnView[] =>
  all.map(({ view }) => view)

/**
 * Returns the columns to show: those that are not hidden, with their widths, then the columns with
 * a fixed place.
 */
export function shownColumns<T>(
  arranged: readonly ArrangedColumn<T>[],
  all: readonly Column<T>[],
): readonly ShownColumn<T>[] {
  const visible = arranged.filter(({ hidden }) => !hidden)
  return withPins([
    ...visible.map(({ column, width, pinned }) => ({ ...sized(column, width), pinned })),
    ...all.filter(isFixedColumn),
  ])
}

/** Returns the columns with the place at which each pinned one stays. */
export function withPins<T>(columns: readonly Column<T>[]): readonly ShownColumn<T>[] {
  const pinned = columns.filter((column) => column.pinned === true)
  let left = 0
  return columns.map((column) => {
    if (column.pinned !== true) return column
    const shown = { ...column, left, edge: column === pinned.at(-1) }
    left += column.width
    return shown
  })
}

/** A column of the person's width takes no spare width. */
function sized<T>(column: Column<T>, width: number | null): ShownColumn<T> {
  if (width === null) return column
  const { grow: _grow, ...rest } = column
  return { ...rest, width, narrow: width < column.width }
}

/** An arrangement after one change. */
type Rearrange = <T>(all: readonly ArrangedColumn<T>[]) => readonly ArrangedColumn<T>[]

const changed =
  (id: string, change: Partial<ColumnView>): Rearrange =>
  (all) =>
    pinnedFirst(
      all.map((entry) =>
        entry.column.id === id ? arrangedAs(entry.column, { ...entry.view, ...change }) : entry,
      ),
    )

/** Shows or hides a column; the last one that is shown stays. */
export const withHidden =
  (id: string, hidden: boolean): Rearrange =>
  (all) =>
    hidden && !all.some((entry) => !entry.hidden && entry.column.id !== id)
      ? all
      : changed(id, { hidden })(all)

export const withPinned = (id: string, pinned: boolean): Rearrange => changed(id, { pinned })

/** Sets the width of a column in px, within the limits; null for its own. */
export const withWidth = (id: string, width: number | null): Rearrange =>
  changed(id, {
    width:
      width === null
        ? undefined
        : Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, Math.round(width))),
  })

/**
 * Moves a column by one place among the columns that are shown, or with `hiddenToo` among all. It
 * stays among the pinned columns, or among the others.
 */
export const withStep =
  (id: string, by: -1 | 1, hiddenToo = false): Rearrange =>
  (all) => {
    const moving = all.find(({ column }) => column.id === id)
    const peers = all.filter(
      (entry) =>
        entry.pinned === moving?.pinned && (hiddenToo || !entry.hidden || entry === moving),
    )
    const next = moving === undefined ? undefined : peers[peers.indexOf(moving) + by]
    if (moving === undefined || next === undefined) return all
    const rest = all.filter((entry) => entry !== moving)
    const index = rest.indexOf(next) + (by === 1 ? 1 : 0)
    return [...rest.slice(0, index), moving, ...rest.slice(index)]
  }

/**
 * Moves a column before another one, or to the end for null. Where it comes to lie between pinned
 * columns it is pinned, otherwise not.
 */
export const withPlace =
  (id: string, before: string | null): Rearrange =>
  (all) => {
    const moving = all.find(({ column }) => column.id === id)
    if (moving === undefined || before === id) return all
    const unmoved = all.filter((entry) => entry !== moving)
    const indexBefore = unmoved.findIndex(({ column }) => column.id === before)
    const index = indexBefore < 0 ? unmoved.length : indexBefore
    const pinned = moving.pinned
      ? unmoved[index - 1]?.pinned === true || unmoved[index]?.pinned === true || index === 0
      : unmoved[index]?.pinned === true
    const placed =
      pinned === moving.pinned ? moving : arrangedAs(moving.column, { ...moving.view, pinned })
    return pinnedFirst([...unmoved.slice(0, index), placed, ...unmoved.slice(index)])
  }
