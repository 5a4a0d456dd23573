import { useMemo, useRef } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import {
  groupRow,
  isGroup,
  positionGroups,
  withGroups,
  type PositionGroup,
  type PositionSource,
  type PositionStore,
} from './position-groups.js'

/** The positions of a table, with those that form a strategy under a row of their own. */
export interface PositionTree {
  readonly rows: readonly Position[]
  readonly source: PositionSource
  readonly keyOf: (position: Position) => string
  readonly parentOf: (position: Position) => string | null
  /** Returns the group of which this is the row; undefined for a position. */
  readonly groupOf: (position: Position) => PositionGroup | undefined
}

export function usePositionTree(
  rows: readonly Position[],
  store: PositionStore,
  keyOf: (position: Position) => string,
): PositionTree {
  // Figures move all the time; the groups change with what is held only.
  const quantities = rows.map((row) => `${keyOf(row)} ${String(row.quantity)}`).join()
  const latest = useRef(rows)
  latest.current = rows
  const groups = useMemo(() => {
    void quantities
    return positionGroups(latest.current)
  }, [quantities])
  const tree = useMemo(() => treeOf(groups, store, keyOf), [groups, store, keyOf])
  return { ...tree, rows: useMemo(() => [...groups.map(groupRow), ...rows], [groups, rows]) }
}

/** Returns what depends on the groups only, so that a price changes none of it. */
function treeOf(
  groups: readonly PositionGroup[],
  store: PositionStore,
  keyOf: (position: Position) => string,
): Omit<PositionTree, 'rows'> {
  const parents = new Map(
    groups.flatMap(({ key, members }) => members.map((member) => [keyOf(member), key] as const)),
  )
  const byKey = new Map(groups.map((group) => [group.key, group]))
  const rowKey = (row: Position): string => (isGroup(row) ? row.positionId : keyOf(row))
  return {
    source: { store: withGroups(store, groups, keyOf), keyOf: rowKey },
    keyOf: rowKey,
    parentOf: (row) => (isGroup(row) ? null : (parents.get(keyOf(row)) ?? null)),
    groupOf: (row) => byKey.get(row.positionId),
  }
}
