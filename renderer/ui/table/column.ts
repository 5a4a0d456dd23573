import type { ReactNode } from 'react'

/** One column of a table. */
export interface Column<T> {
  readonly id: string
  readonly head: string
  /** Read by screen readers and shown on hover when the head is an abbreviation or empty. */
  readonly headLabel?: string | undefined
  /**
   * A heading above neighboring columns of the same group; `headLabel` then names the column for
   * screen readers.
   */
  readonly group?: string
  /** Numbers are right-aligned in tabular figures. */
  readonly number?: boolean
  /**
   * Its cells change with the market. They are clipped only where their text does not fit
   * (paint/long-texts.ts).
   */
  readonly live?: boolean
  /** The minimum useful width in px. */
  readonly width: number
  /** The share of spare width that the column takes; none by default. */
  readonly grow?: number
  /** Hidden until the person shows it. */
  readonly hidden?: boolean
  /** Stays in view at the start of the row until the person unpins it. */
  readonly pinned?: boolean
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
   * Columns that the person has not arranged are hidden in a table that is too narrow, the highest
   * number first. A column without it always stays.
   */
  readonly yields?: number
  readonly cell: (row: T) => ReactNode
  /** Returns a class of the row's cell, beside those of every cell. */
  readonly cellClass?: (row: T) => string | undefined
  /**
   * The content as text, for copies and CSV: decimals with all their digits and no separators,
   * times in ISO 8601 with their zone, empty where there is none. A column without it is not
   * exported.
   */
  readonly data?: (row: T) => string
  /** What the detail of a row shows, where `data` is not how the window writes it. */
  readonly detail?: (row: T) => string
  /** The columns of a file that stand for this one, where a cell shows several figures. */
  readonly parts?: readonly ExportedPart<T>[]
}

/** A column of a file. */
export interface ExportedPart<T> {
  readonly name: string
  readonly data: (row: T) => string
}

/** A column where it is shown: `left` is the distance in px at which a pinned one stays. */
export interface ShownColumn<T> extends Column<T> {
  readonly left?: number
  /** The person made it narrower than its texts need. */
  readonly narrow?: boolean
  /** The last pinned column, which has the edge. */
  readonly edge?: boolean
}

/** True for columns that have a fixed place: actions, which cannot be arranged. */
export const isFixedColumn = ({ overlay, end }: Pick<Column<never>, 'overlay' | 'end'>): boolean =>
  overlay === true || end === true

/** Returns the name of a column for a person. */
export const columnName = ({ head, headLabel }: Pick<Column<never>, 'head' | 'headLabel'>) =>
  headLabel ?? head

type Track = Pick<Column<never>, 'width' | 'grow' | 'overlay' | 'end'>

/**
 * Returns the CSS grid tracks of these columns, and the width below which the table scrolls. Where
 * no column grows, an empty track takes the spare width, so that actions stay at the end.
 */
export function tracks(all: readonly Track[]): {
  readonly template: string
  readonly width: number
} {
  const columns = all.filter((column) => column.overlay !== true)
  const size = ({ width, grow }: Track): string =>
    grow === undefined ? `${width}px` : `minmax(${width}px, ${grow}fr)`
  const spare = columns.some(({ grow }) => grow !== undefined) ? [] : ['minmax(0, 1fr)']
  return {
    template: [
      ...columns.filter(({ end }) => end !== true).map(size),
      ...spare,
      ...columns.filter(({ end }) => end === true).map(size),
    ].join(' '),
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

/** A long text, of which the beginning says something. */
const isLongText = ({ grow = 0, number }: Pick<Column<never>, 'grow' | 'number'>): boolean =>
  grow >= 1 && number !== true

/**
 * Returns the columns of a table that scrolls sideways so that none is cut off where it begins to
 * scroll, because a figure without its end can be misread: the columns before that one take the px
 * that its beginning would have.
 */
export function withoutCut<
  T extends Omit<Column<never>, 'cell' | 'compare' | 'cellClass' | 'data' | 'parts'>,
>(columns: readonly T[], availableWidth: number): readonly T[] {
  if (tracks(columns).width <= availableWidth) return columns
  const isEnd = ({ end, overlay }: Track): boolean => end === true || overlay === true
  const scrolled = columns.filter((column) => !isEnd(column))
  const viewPx = availableWidth - tracks(columns.filter(isEnd)).width
  let sparePx = viewPx
  const seen: T[] = []
  for (const column of scrolled) {
    if (column.width > sparePx) break
    seen.push(column)
    sparePx -= column.width
  }
  const cut = scrolled[seen.length]
  const wider = seen.filter(({ pinned }) => pinned !== true)
  const last = wider.at(-1)
  if (cut === undefined || last === undefined || isLongText(cut)) return columns
  const share = Math.floor(sparePx / wider.length)
  const lastShare = sparePx - share * (wider.length - 1)
  return columns.map((column) =>
    wider.includes(column)
      ? { ...column, width: column.width + (column === last ? lastShare : share) }
      : column,
  )
}
