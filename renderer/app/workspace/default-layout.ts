import type { DockviewApi } from 'dockview-react'
import type { PanelId, Place } from '../../panels/places.js'
import { PANELS, type PanelEntry } from '../../panels/registry.js'
import { LEAST, NEEDS } from './room.js'

/** Sizes on a large window in px, and the most of the dock that each may take on a small one. */
const SIZES = {
  left: { px: 352, share: 0.26 },
  right: { px: 312, share: 0.26 },
  blotter: { px: 272, share: 0.34 },
  book: { px: 276, share: 0.33 },
} as const

const WHERE: Record<
  Place,
  { readonly of: PanelId; readonly direction: 'left' | 'right' | 'below' } | null
> = {
  centre: null,
  left: { of: 'chart', direction: 'left' },
  right: { of: 'chart', direction: 'right' },
  blotter: { of: 'chart', direction: 'below' },
  book: { of: 'ticket', direction: 'below' },
}
const ORDER: readonly Place[] = ['centre', 'left', 'right', 'blotter', 'book']

/**
 * The narrowest dock with prices beside a whole chart and the ticket, and the lowest with the book
 * under a ticket that shows size and price.
 */
const BESIDE_PX = LEAST.left.width + NEEDS.centre.width + NEEDS.right.width
const BELOW_PX = 360 + NEEDS.book.height

/**
 * The place whose tabs take this one in, where the dock is too small for a group of its own; itself
 * otherwise.
 */
function standsIn(api: DockviewApi, place: Place): Place {
  if (place === 'left' && api.width < BESIDE_PX) return 'centre'
  if (place === 'book' && api.height < BELOW_PX) return 'right'
  return place
}

/**
 * Opens a panel where the default workspace has it: as a tab beside a neighbour of its place, else
 * as a group of its own.
 */
export function addPanel(api: DockviewApi, panel: PanelEntry, inactive = false): void {
  const base = { id: panel.id, component: panel.id, title: panel.title, inactive }
  const open = (place: Place): PanelEntry | undefined =>
    PANELS.find(
      (other) =>
        other.place === place && other.id !== panel.id && api.getPanel(other.id) !== undefined,
    )
  const neighbour = open(panel.place) ?? open(standsIn(api, panel.place))
  if (neighbour !== undefined) {
    return void api.addPanel({
      ...base,
      position: { referencePanel: neighbour.id, direction: 'within' },
    })
  }
  const where = WHERE[panel.place]
  if (where === null || api.panels.length === 0) return void api.addPanel(base)
  const position =
    api.getPanel(where.of) === undefined
      ? { direction: where.direction }
      : { referencePanel: where.of, direction: where.direction }
  api.addPanel({ ...base, ...sizeOf(api, panel.place), position })
}

/**
 * A place takes its size or its share, but never less than it needs; sideways, only where that
 * leaves the others what they need.
 */
function sizeOf(
  api: DockviewApi,
  place: Place,
): { readonly initialWidth?: number; readonly initialHeight?: number } {
  if (place === 'centre') return {}
  const { px, share } = SIZES[place]
  if (place === 'blotter' || place === 'book') {
    return {
      initialHeight: Math.max(NEEDS[place].height, Math.min(px, Math.round(api.height * share))),
    }
  }
  const roomy = api.width >= NEEDS.left.width + NEEDS.centre.width + NEEDS.right.width
  return {
    initialWidth: roomy
      ? Math.max(NEEDS[place].width, Math.min(px, Math.round(api.width * share)))
      : LEAST[place].width,
  }
}

/**
 * Which groups of its own the default workspace has in a dock of this size: the same text, the same
 * groups.
 */
export const defaultShape = (api: DockviewApi): string =>
  ORDER.map((place) => standsIn(api, place)).join(' ')

/** The default workspace of desk.md section 3. */
export function openDefault(api: DockviewApi): void {
  api.clear()
  for (const place of ORDER) {
    for (const [index, panel] of PANELS.filter((each) => each.place === place).entries()) {
      addPanel(api, panel, index > 0 || standsIn(api, place) !== place)
    }
  }
  api.getPanel('chart')?.api.setActive()
}
