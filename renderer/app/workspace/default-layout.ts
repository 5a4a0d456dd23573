import type { DockviewApi } from 'dockview-react'
import type { PanelId, Place } from '../../panels/places.js'
import { PANELS, type PanelEntry } from '../../panels/registry.js'

/** Sizes on a large window in px, and the most of the dock that each may take on a small one. */
const SIZES = {
  left: { px: 352, share: 0.26 }, right: { px: 312, share: 0.26 }, blotter: { px: 272, share: 0.34 }, book: { px: 276, share: 0.33 },
} as const

const WHERE: Record<Place, { readonly of: PanelId; readonly direction: 'left' | 'right' | 'below' } | null> = {
  centre: null, left: { of: 'chart', direction: 'left' }, right: { of: 'chart', direction: 'right' }, blotter: { of: 'chart', direction: 'below' }, book: { of: 'ticket', direction: 'below' },
}
/** Below these a panel could not show what it is for. */
const LEAST_WIDTH: Record<Place, number> = { centre: 320, left: 284, right: 248, blotter: 320, book: 248 }
const ORDER: readonly Place[] = ['centre', 'left', 'right', 'blotter', 'book']

/** Opens a panel where the default workspace has it: as a tab beside a neighbour of its place, else as a group of its own. */
export function addPanel(api: DockviewApi, panel: PanelEntry, inactive = false): void {
  const base = { id: panel.id, component: panel.id, title: panel.title, inactive, minimumWidth: LEAST_WIDTH[panel.place] }
  const neighbour = PANELS.find((other) => other.place === panel.place && other.id !== panel.id && api.getPanel(other.id) !== undefined)
  if (neighbour !== undefined) return void api.addPanel({ ...base, position: { referencePanel: neighbour.id, direction: 'within' } })
  const where = WHERE[panel.place]
  if (where === null || api.panels.length === 0) return void api.addPanel(base)
  const position = api.getPanel(where.of) === undefined ? { direction: where.direction } : { referencePanel: where.of, direction: where.direction }
  api.addPanel({ ...base, ...sizeOf(api, panel.place), position })
}

function sizeOf(api: DockviewApi, place: Place): { readonly initialWidth?: number; readonly initialHeight?: number } {
  if (place === 'centre') return {}
  const { px, share } = SIZES[place]
  return place === 'left' || place === 'right' ? { initialWidth: Math.min(px, Math.round(api.width * share)) } : { initialHeight: Math.min(px, Math.round(api.height * share)) }
}

/** The default workspace of desk.md section 3. */
export function openDefault(api: DockviewApi): void {
  api.clear()
  for (const place of ORDER) {
    for (const [index, panel] of PANELS.filter((each) => each.place === place).entries()) addPanel(api, panel, index > 0)
  }
  api.getPanel('chart')?.api.setActive()
}
