import type { KeyedRow } from '../tree-rows.js'

/** The selected rows of a table, by key. */
export interface RowSelection {
  readonly keys: ReadonlySet<string>
  /** The row at which a range begins; null before the first row is selected. */
  readonly anchor: string | null
}

/**
 * What a press does with the selection: selects the row alone, adds or removes it, selects the
 * range from the anchor to it, or adds that range.
 */
export type SelectMode = 'only' | 'toggle' | 'range' | 'add-range'

export const NO_SELECTION: RowSelection = { keys: new Set(), anchor: null }

type Rows = readonly Pick<KeyedRow<unknown>, 'id'>[]

/** Returns the selection after a press on the row at an index; the same where there is no row. */
export function withRow(
  selection: RowSelection,
  mode: SelectMode,
  index: number,
  rows: Rows,
): RowSelection {
  const key = rows[index]?.id
  if (key === undefined) return selection
  switch (mode) {
    case 'only':
      return { keys: new Set([key]), anchor: key }
    case 'toggle': {
      const keys = new Set(selection.keys)
      if (!keys.delete(key)) keys.add(key)
      return { keys, anchor: key }
    }
    case 'range':
    case 'add-range': {
      const anchorIndex = rows.findIndex(({ id }) => id === selection.anchor)
      const from = anchorIndex < 0 ? index : anchorIndex
      const range = rows.slice(Math.min(from, index), Math.max(from, index) + 1)
      const before = mode === 'add-range' ? selection.keys : []
      return {
        keys: new Set([...before, ...range.map(({ id }) => id)]),
        anchor: rows[from]?.id ?? key,
      }
    }
  }
}

/** Returns the selection of every row; ranges begin where they began before. */
export const withAll = ({ anchor }: RowSelection, rows: Rows): RowSelection => ({
  keys: new Set(rows.map(({ id }) => id)),
  anchor: anchor ?? rows[0]?.id ?? null,
})

/**
 * Returns the selection without rows that have left the table, or that a collapsed row hides: what
 * a person does not see is not selected, also when it returns. The same object where none has.
 */
export function withoutMissing(selection: RowSelection, rows: Rows): RowSelection {
  if (selection.keys.size === 0) return selection
  const present = new Set<string>()
  for (const { id } of rows) {
    if (selection.keys.has(id)) present.add(id)
  }
  return present.size === selection.keys.size ? selection : { ...selection, keys: present }
}
