import type { ReactNode } from 'react'

/** One column of a table. */
export interface Column<T> {
  readonly id: string
  readonly head: string
  /** Read by screen readers and shown on hover when the head is an abbreviation or empty. */
  readonly headLabel?: string
  /** Numbers are right-aligned in tabular figures. */
  readonly number?: boolean
  /** The minimum useful width in px. */
  readonly width: number
  /** The share of spare width that the column takes; none by default. */
  readonly grow?: number
  /** Ascending order of two rows; a column without it cannot be sorted. */
  readonly compare?: (a: T, b: T) => number
  /**
   * Overlays the end of the row instead of taking a grid track: for actions that show under the
   * pointer.
   */
  readonly overlay?: boolean
  /** Stays in view at the end of the row when the table scrolls sideways. */
  readonly end?: boolean
  /**
   * Columns are hidden in a table that is too narrow, the highest number first. A column without it
   * always stays.
   */
  readonly yields?: number
  readonly cell: (row: T) => ReactNode
}

export interface SortBy {
  readonly id: string
  readonly desc: boolean
}

/** Returns the CSS grid tracks of these columns, and the width below which the table scrolls. */
export function tracks(all: readonly Pick<Column<never>, 'width' | 'grow' | 'overlay'>[]): {
  readonly template: string
  readonly width: number
} {
  const columns = all.filter((column) => column.overlay !== true)
  return {
    template: columns
      .map((column) =>
        column.grow === undefined
          ? `${column.width}px`
          : `minmax(${column.width}px, ${column.grow}fr)`,
      )
      .join(' '),
    width: columns.reduce((total, column) => total + column.width, 0),
  }
}

/**
 * Returns the columns that fit into the available px: columns with `yields` are hidden, highest
 * number first, until the rest fits.
 */
export function fitting<T extends Pick<Column<never>, 'width' | 'overlay' | 'yields'>>(
  columns: readonly T[],
  availableWidth: number,
): readonly T[] {
  let visible = columns
  while (tracks(visible).width > availableWidth) {
    const worst = Math.max(...visible.map((column) => column.yields ?? 0))
    if (worst <= 0) return visible
    visible = visible.filter((column) => (column.yields ?? 0) < worst)
  }
  return visible
}
