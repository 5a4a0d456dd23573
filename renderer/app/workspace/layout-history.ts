import type { SerializedDockview } from 'dockview-react'

/** The number of changes that can be undone. */
const MAX_CHANGES = 20
/** Smaller changes of a size come from rounding. */
const MIN_RESIZE_PX = 8

type Node = SerializedDockview['grid']['root']

/** Returns the groups of a part of the grid with their tabs, without sizes and active tabs. */
const shapeOf = (node: Node): unknown =>
  Array.isArray(node.data) ? node.data.map(shapeOf) : node.data.views

const sizesOf = (node: Node): readonly number[] => [
  node.size ?? 0,
  ...(Array.isArray(node.data) ? node.data.flatMap(sizesOf) : []),
]

const structureOf = ({ grid, floatingGroups }: SerializedDockview): string =>
  JSON.stringify([
    grid.orientation,
    shapeOf(grid.root),
    floatingGroups?.map(({ data, position }) => [data?.views ?? [], position]),
  ])

/**
 * Returns true when a person changed the layout: moved, opened, closed or resized something. A
 * window of another size, or another active tab, is no change.
 */
export function isLayoutChange(before: SerializedDockview, after: SerializedDockview): boolean {
  if (structureOf(before) !== structureOf(after)) return true
  if (before.grid.width !== after.grid.width || before.grid.height !== after.grid.height) {
    return false
  }
  const [sizes, next] = [sizesOf(before.grid.root), sizesOf(after.grid.root)]
  return sizes.some((size, index) => Math.abs(size - (next[index] ?? 0)) >= MIN_RESIZE_PX)
}

/** The layouts before the last changes. */
export class LayoutHistory {
  #past: readonly SerializedDockview[] = []
  #now: SerializedDockview | null = null

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  /** Records the layout as it is now. */
  note(layout: SerializedDockview): void {
    const before = this.#now
    this.#now = layout
    if (before !== null && isLayoutChange(before, layout)) {
      this.#past = [...this.#past, before].slice(-MAX_CHANGES)
    }
  }

  /** Returns the layout before the last change, which is then the current one; null for none. */
  undo(): SerializedDockview | null {
    const last = this.#past.at(-1) ?? null
    if (last === null) return null
    this.#past = this.#past.slice(0, -1)
    this.#now = last
    return last
  }

  /** Starts again: what came before belongs to another workspace, or to another window. */
  clear(): void {
    this.#past = []
    this.#now = null
  }
}
