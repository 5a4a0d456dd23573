import type { DockviewApi, IDockviewPanel, SerializedDockview } from 'dockview-react'
import { panelOf, storedTitle } from '../../panels/registry.js'
import { panelKind, type PanelId } from '../../stores/panel-id.js'
import type { PanelHome } from '../../stores/windows/workspace-store.js'
import { addTab, openPanelInDock } from './dock-panels.js'

type Node = SerializedDockview['grid']['root']
type Branch = Node & { readonly data: readonly Node[] }

/** The smallest part of a dock that a returning group leaves to its neighbor. */
const MIN_PART_PX = 120

const isBranch = (node: Node): node is Branch => Array.isArray(node.data)
const panelsIn = (node: Node): readonly PanelId[] =>
  isBranch(node) ? node.data.flatMap(panelsIn) : (node.data as { views: PanelId[] }).views

/** Returns true when the parts of a branch in this depth are side by side. */
const isRowAt = ({ grid }: SerializedDockview, depth: number): boolean =>
  (`${grid.orientation}` === 'HORIZONTAL') === (depth % 2 === 0)

/** Returns where a panel is in a dock; null when it is not in its grid. */
export function homeIn(dock: SerializedDockview, panel: PanelId): PanelHome | null {
  const find = (branch: Branch, depth: number): PanelHome | null => {
    for (const [index, part] of branch.data.entries()) {
      if (!panelsIn(part).includes(panel)) continue
      if (isBranch(part)) return find(part, depth + 1)
      const [before, after] = [branch.data[index - 1], branch.data[index + 1]]
      return {
        tabs: panelsIn(part),
        before: before === undefined ? [] : panelsIn(before),
        after: after === undefined ? [] : panelsIn(after),
        isRow: isRowAt(dock, depth),
        sizes: branch.data.map(({ size }) => Math.round(size ?? 0)),
        index,
      }
    }
    return null
  }
  const { root } = dock.grid
  return isBranch(root) ? find(root, 0) : null
}

/** A part of the grid, and the branches above it from the root on. */
interface Place {
  readonly node: Node
  readonly path: readonly Branch[]
}

/** Returns the smallest part that has all of these panels. */
function partWith(root: Node, panels: readonly PanelId[]): Place | null {
  const holds = (node: Node): boolean => {
    const inside = panelsIn(node)
    return panels.every((panel) => inside.includes(panel))
  }
  if (panels.length === 0 || !holds(root)) return null
  let place: Place = { node: root, path: [] }
  for (;;) {
    const { node, path } = place
    const smaller = isBranch(node) ? node.data.find(holds) : undefined
    if (smaller === undefined) return place
    place = { node: smaller, path: [...path, node as Branch] }
  }
}

/** What is inserted, and where its group was. */
interface Added {
  readonly node: Node
  readonly home: PanelHome
  /** True when it comes before its neighbor. */
  readonly isFirst: boolean
}

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0)

/**
 * Returns the parts of a branch with a new one beside a known one. They have the sizes that they
 * had, in proportion; where others came meanwhile, the known part gives what the new one takes.
 */
function withPart(parts: readonly Node[], neighbor: Node, { node, home, isFirst }: Added): Node[] {
  const all = parts.flatMap((part) =>
    part !== neighbor ? [part] : isFirst ? [node, part] : [part, node],
  )
  const total = sum(parts.map(({ size }) => size ?? 0))
  const sizes =
    all.length === home.sizes.length && all.indexOf(node) === home.index
      ? home.sizes.map((size) => (size * total) / Math.max(1, sum(home.sizes)))
      : all.map((part) =>
          part === neighbor
            ? Math.max(MIN_PART_PX, (part.size ?? 0) - (node.size ?? 0))
            : (part.size ?? 0),
        )
  return all.map((part, index) => ({ ...part, size: sizes[index] }) as Node)
}

/** Returns a part of the grid in which one part is replaced by another. */
const replaced = (current: Node, old: Node, next: Node): Node =>
  current === old
    ? next
    : isBranch(current)
      ? ({ ...current, data: current.data.map((part) => replaced(part, old, next)) } as Node)
      : current

/** Returns the dock with a new part beside a known one. */
function insert(dock: SerializedDockview, { node, path }: Place, added: Added): SerializedDockview {
  const { grid } = dock
  const { home } = added
  const withRoot = (root: Node): SerializedDockview => ({
    ...dock,
    grid: { ...grid, root: root as typeof grid.root },
  })
  const branchOf = (branch: Node, data: readonly Node[]): Node => ({ ...branch, data }) as Node
  const parent = path.at(-1)
  if (parent !== undefined && isRowAt(dock, path.length - 1) === home.isRow) {
    const wider = branchOf(parent, withPart(parent.data, node, added))
    return withRoot(replaced(grid.root, parent, wider))
  }
  const [first, last] = isBranch(node) ? [node.data[0], node.data.at(-1)] : []
  const neighbor = added.isFirst ? first : last
  if (isBranch(node) && neighbor !== undefined && isRowAt(dock, path.length) === home.isRow) {
    const wider = branchOf(node, withPart(node.data, neighbor, added))
    return withRoot(replaced(grid.root, node, wider))
  }
  const known = { ...node, size: sum(home.sizes) } as Node
  const data = withPart([known], known, added)
  if (parent !== undefined) {
    const split = { type: 'branch', size: node.size, data } as unknown as Node
    return withRoot(replaced(grid.root, node, split))
  }
  const orientation = (home.isRow ? 'HORIZONTAL' : 'VERTICAL') as typeof grid.orientation
  const root = { type: 'branch', data } as unknown as typeof grid.root
  return { ...dock, grid: { ...grid, orientation, root } }
}

/**
 * Returns the dock with a panel beside the part that was its neighbor; null when no neighbor is
 * left.
 */
export function withPanelAtHome(
  dock: SerializedDockview,
  panel: PanelId,
  home: PanelHome,
): SerializedDockview | null {
  const open = new Set(panelsIn(dock.grid.root))
  const left = (panels: readonly PanelId[]): PanelId[] => panels.filter((id) => open.has(id))
  const before = partWith(dock.grid.root, left(home.before))
  const place = before ?? partWith(dock.grid.root, left(home.after))
  const example = Object.values(dock.panels)[0]
  if (place === null || example === undefined) return null
  const group = { id: `home-${panel}`, views: [panel], activeView: panel }
  const node = { type: 'leaf', size: home.sizes[home.index], data: group } as unknown as Node
  const next = insert(dock, place, { node, home, isFirst: before === null })
  const known = panelOf(panel)
  const title = known === undefined ? panel : storedTitle(known)
  const entry = { ...example, id: panel, contentComponent: panelKind(panel), title }
  return { ...next, panels: { ...next.panels, [panel]: entry } }
}

/**
 * Opens a panel where it was: among the tabs of its group, else beside its neighbor, else at its
 * default place.
 * @param show shows a dock; false when it cannot
 */
export function openAtHome(
  api: DockviewApi,
  panel: PanelId,
  home: PanelHome | undefined,
  show: (dock: SerializedDockview) => boolean,
): IDockviewPanel | undefined {
  const known = api.getPanel(panel)
  if (known !== undefined || home === undefined) return known ?? openPanelInDock(api, panel)
  const own = home.tabs.indexOf(panel)
  const tab = home.tabs.find((id) => id !== panel && api.getPanel(id) !== undefined)
  if (tab !== undefined) {
    const earlier = new Set(home.tabs.slice(0, own))
    const group = api.getPanel(tab)?.group.panels ?? []
    return addTab(api, panel, tab, group.filter(({ id }) => earlier.has(id)).length)
  }
  const before = api.toJSON()
  const next = withPanelAtHome(before, panel, home)
  if (next !== null && !show(next)) show(before)
  return api.getPanel(panel) ?? openPanelInDock(api, panel)
}
