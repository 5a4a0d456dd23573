import { useMemo, useState } from 'react'
import type { KeyedRow } from '../tree-rows.js'
import {
  NO_SELECTION,
  withAll,
  withoutMissing,
  withRow,
  type RowSelection,
  type SelectMode,
} from './row-selection.js'

/** The selected rows of a table, and what changes them. */
export interface TableSelection<T> {
  readonly keys: ReadonlySet<string>
  /** Returns the rows that an action on the row at an index is for: the selection it is part of. */
  readonly rowsAt: (index: number) => readonly T[]
  readonly select: (mode: SelectMode, index: number) => void
  readonly selectAll: () => void
  readonly clear: () => void
}

/** Holds the selection of a table; it follows its rows through sorting and changes. */
export function useRowSelection<T>(rows: readonly KeyedRow<T>[]): TableSelection<T> {
  const [stored, setStored] = useState<RowSelection>(NO_SELECTION)
  const selection = useMemo(() => withoutMissing(stored, rows), [stored, rows])
  if (selection !== stored) setStored(selection)
  const { keys } = selection
  return {
    keys,
    rowsAt: (index) => {
      const row = rows[index]
      if (row === undefined) return []
      if (!keys.has(row.id)) return [row.original]
      return rows.filter(({ id }) => keys.has(id)).map(({ original }) => original)
    },
    select: (mode, index) => setStored((before) => withRow(before, mode, index, rows)),
    selectAll: () => setStored((before) => withAll(before, rows)),
    clear: () => setStored(NO_SELECTION),
  }
}
