import { panelOf } from '../../panels/registry.js'

/** A panel in the dock's JSON, as far as it is read here. */
interface DockPanel {
  readonly id: string
  readonly contentComponent: string
}

/** The dock's JSON, as far as it is read here. */
export interface DockJson {
  readonly grid: Readonly<Record<string, unknown>>
  readonly panels: Readonly<Record<string, DockPanel>>
  readonly activeGroup?: string | undefined
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a group without unknown panels; null when none is left. */
function knownGroup(group: unknown, isKnown: (id: unknown) => boolean): Json | null {
  if (!isObject(group) || !Array.isArray(group['views'])) return null
  const views = group['views'].filter(isKnown)
  if (views.length === 0) return null
  const { activeView } = group
  return { ...group, views, activeView: isKnown(activeView) ? activeView : views[0] }
}

/** Returns a part of the grid without unknown panels; null when nothing is left. */
function knownNode(node: unknown, isKnown: (id: unknown) => boolean): Json | null {
  if (!isObject(node)) return null
  if (!Array.isArray(node['data'])) {
    const group = knownGroup(node['data'], isKnown)
    return group === null ? null : { ...node, data: group }
  }
  const parts = node['data'].map((part) => knownNode(part, isKnown)).filter((part) => part !== null)
  return parts.length === 0 ? null : { ...node, data: parts }
}

/**
 * Returns a dock without the panels that this version does not have, and their kinds. The dock is
 * null when no panel is left; a dock without unknown panels is returned as it is.
 */
export function knownPart<T extends DockJson>(
  dock: T,
): { readonly dock: T | null; readonly removed: readonly string[] } {
  const unknown = Object.values(dock.panels).filter(
    ({ contentComponent }) => panelOf(contentComponent)?.id !== contentComponent,
  )
  if (unknown.length === 0) return { dock, removed: [] }
  const removed = [...new Set(unknown.map(({ contentComponent }) => contentComponent))]
  const ids = new Set(unknown.map(({ id }) => id))
  return { dock: withoutPanels(dock, (id) => ids.has(id)), removed }
}

/** Returns a dock without some of its panels; null when none is left. */
export function withoutPanels<T extends DockJson>(
  dock: T,
  isRemoved: (id: string) => boolean,
): T | null {
  const isKnown = (id: unknown): boolean => typeof id === 'string' && !isRemoved(id)
  const root = knownNode(dock.grid['root'], isKnown)
  if (root === null) return null
  const { floatingGroups: _floating, popoutGroups: _popout, ...docked } = dock as T & Json
  const floating = (dock as Json)['floatingGroups']
  const groups = Array.isArray(floating)
    ? floating.flatMap((entry: unknown) => {
        const data = isObject(entry) ? knownGroup(entry['data'], isKnown) : null
        return data === null ? [] : [{ ...(entry as Json), data }]
      })
    : []
  const panels = Object.fromEntries(Object.entries(dock.panels).filter(([id]) => isKnown(id)))
  return {
    ...docked,
    ...(groups.length === 0 ? {} : { floatingGroups: groups }),
    grid: { ...dock.grid, root },
    panels,
  } as unknown as T
}
