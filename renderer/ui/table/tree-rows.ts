/** The place of a row in a tree of rows. */
export interface TreePlace {
  /** 1 for a row of its own. */
  readonly level: number
  readonly parent: string | null
  readonly hasChildren: boolean
}

/** A row with its key; with its place where the table is a tree. */
export interface KeyedRow<T> {
  readonly id: string
  readonly original: T
  readonly place?: TreePlace
}

/** Returns sorted rows with those that have a parent directly under it. */
export function asTree<R extends KeyedRow<T>, T>(
  rows: readonly R[],
  parentOf: ((row: T) => string | null) | undefined,
): readonly (R & Pick<KeyedRow<T>, 'place'>)[] {
  if (parentOf === undefined) return rows
  const ids = new Set(rows.map(({ id }) => id))
  const children = new Map<string | null, R[]>()
  for (const row of rows) {
    const named = parentOf(row.original)
    const parent = named !== null && ids.has(named) ? named : null
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [row])
    else siblings.push(row)
  }
  const placed: (R & Pick<KeyedRow<T>, 'place'>)[] = []
  const addChildren = (parent: string | null, level: number): void => {
    for (const row of children.get(parent) ?? []) {
      const hasChildren = children.has(row.id)
      placed.push({ ...row, place: { level, parent, hasChildren } })
      if (hasChildren) addChildren(row.id, level + 1)
    }
  }
  addChildren(null, 1)
  return placed
}

/** Returns the rows of a tree without those below a collapsed row. */
export function expandedRows<R extends KeyedRow<unknown>>(
  rows: readonly R[],
  collapsed: ReadonlySet<string>,
): readonly R[] {
  if (collapsed.size === 0) return rows
  const hidden = new Set<string>()
  return rows.filter(({ id, place }) => {
    const parent = place?.parent ?? null
    if (parent === null || (!collapsed.has(parent) && !hidden.has(parent))) return true
    hidden.add(id)
    return false
  })
}

/** What an arrow key does on a row of a tree: it toggles the row, or leads to its parent. */
export type BranchMove = { readonly toggle: string } | { readonly row: number }

/** Returns what an arrow key does on a whole row of a tree; null where it has no such meaning. */
export function branchMove(
  key: string,
  index: number,
  rows: readonly KeyedRow<unknown>[],
  collapsed: ReadonlySet<string>,
): BranchMove | null {
  const row = rows[index]
  if (row?.place === undefined || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return null
  const { hasChildren, parent } = row.place
  const isCollapsed = collapsed.has(row.id)
  if (hasChildren && isCollapsed === (key === 'ArrowRight')) return { toggle: row.id }
  if (key === 'ArrowRight' || parent === null) return null
  return { row: rows.findIndex(({ id }) => id === parent) }
}
