import { useCallback, useMemo, useState } from 'react'
import { branchMove, expandedRows, type BranchMove, type KeyedRow } from './tree-rows.js'

/** The rows of a tree that are shown, and what shows and hides those below another. */
export interface ExpandedRows<R> {
  readonly shown: readonly R[]
  /** The keys of the rows whose children are hidden; all are expanded at first. */
  readonly collapsed: ReadonlySet<string>
  readonly onToggle: (rowKey: string) => void
  /** Returns what an arrow key does on a whole row; null where it has no such meaning. */
  readonly branch: (key: string, row: number) => BranchMove | null
}

/** Hides the rows below those that the person collapsed. */
export function useExpandedRows<R extends KeyedRow<unknown>>(tree: readonly R[]): ExpandedRows<R> {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const onToggle = useCallback((rowKey: string): void => {
    setCollapsed((before) => {
      const next = new Set(before)
      if (!next.delete(rowKey)) next.add(rowKey)
      return next
    })
  }, [])
  const shown = useMemo(() => expandedRows(tree, collapsed), [tree, collapsed])
  return {
    shown,
    collapsed,
    onToggle,
    branch: (key, row) => branchMove(key, row, shown, collapsed),
  }
}
