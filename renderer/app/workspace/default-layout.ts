import type { DockviewApi } from 'dockview-react'
import type { Placement } from '../../panels/panel-manifest.js'
import type { PanelId } from '../../stores/panel-id.js'
import { panelOf, PANELS, storedTitle, type PanelEntry } from '../../panels/registry.js'
import { SAFE_PANELS } from './safe-mode.js'
import { MINIMUM_SIZES, PREFERRED_SIZES } from './group-sizes.js'

/** Sizes in px on a large window, and the maximum share of the dock on a small one. */
const SIZES = {
  left: { px: 352, share: 0.26 },
  right: { px: 312, share: 0.26 },
  blotter: { px: 272, share: 0.34 },
  book: { px: 276, share: 0.33 },
} as const

const NEIGHBORS: Record<
  Placement,
  { readonly anchor: PanelId; readonly direction: 'left' | 'right' | 'below' } | null
> = {
  centre: null,
  left: { anchor: 'chart', direction: 'left' },
  right: { anchor: 'chart', direction: 'right' },
  blotter: { anchor: 'chart', direction: 'below' },
  book: { anchor: 'ticket', direction: 'below' },
}
const ORDER: readonly Placement[] = ['centre', 'left', 'right', 'blotter', 'book']

/**
 * The minimum width for watchlist, full chart and ticket side by side, and the minimum height for
 * the book under a ticket that shows size and price.
 */
const MIN_WIDTH_FOR_LEFT_PX =
  MINIMUM_SIZES.left.width + PREFERRED_SIZES.centre.width + PREFERRED_SIZES.right.width
const MIN_HEIGHT_FOR_BOOK_PX = 360 + PREFERRED_SIZES.book.height

/**
 * Returns the placement whose tabs take this one in when the dock is too small for its own group;
 * otherwise the placement itself.
 */
function placementInDock(api: DockviewApi, place: Placement): Placement {
  if (place === 'left' && api.width < MIN_WIDTH_FOR_LEFT_PX) return 'centre'
  if (place === 'book' && api.height < MIN_HEIGHT_FOR_BOOK_PX) return 'right'
  return place
}

/**
 * Opens a panel at its default placement: as a tab beside an open panel of that placement, else as
 * a group of its own.
 */
export function addPanel(
  api: DockviewApi,
  panel: PanelEntry,
  { id = panel.id, inactive = false }: { readonly id?: PanelId; readonly inactive?: boolean } = {},
): void {
  const base = { id, component: panel.id, title: storedTitle(panel), inactive }
  const open = (place: Placement): PanelEntry | undefined =>
    PANELS.find(
      (other) =>
        other.placement === place && other.id !== id && api.getPanel(other.id) !== undefined,
    )
  const neighbour = open(panel.placement) ?? open(placementInDock(api, panel.placement))
  if (neighbour !== undefined) {
    return void api.addPanel({
      ...base,
      position: { referencePanel: neighbour.id, direction: 'within' },
    })
  }
  const anchored = NEIGHBORS[panel.placement]
  if (anchored === null || api.panels.length === 0) return void api.addPanel(base)
  const position =
    api.getPanel(anchored.anchor) === undefined
      ? { direction: anchored.direction }
      : { referencePanel: anchored.anchor, direction: anchored.direction }
  api.addPanel({ ...base, ...sizeOf(api, panel.placement), position })
}

/**
 * Returns the initial size of a placement: its px or its share, at least its preferred size. Where
 * the dock is too narrow for all preferred widths, the minimum width.
 */
function sizeOf(
  api: DockviewApi,
  place: Placement,
): { readonly initialWidth?: number; readonly initialHeight?: number } {
  if (place === 'centre') return {}
  const { px, share } = SIZES[place]
  if (place === 'blotter' || place === 'book') {
    return {
      initialHeight: Math.max(
        PREFERRED_SIZES[place].height,
        Math.min(px, Math.round(api.height * share)),
      ),
    }
  }
  const roomy =
    api.width >=
    PREFERRED_SIZES.left.width + PREFERRED_SIZES.centre.width + PREFERRED_SIZES.right.width
  return {
    initialWidth: roomy
      ? Math.max(PREFERRED_SIZES[place].width, Math.min(px, Math.round(api.width * share)))
      : MINIMUM_SIZES[place].width,
  }
}

/**
 * Describes which placements share a group in a dock of this size; equal strings mean equal groups.
 */
export const defaultShape = (api: DockviewApi): string =>
  ORDER.map((place) => placementInDock(api, place)).join(' ')

/** Opens the default workspace. */
export function openDefaultLayout(api: DockviewApi): void {
  api.clear()
  for (const place of ORDER) {
    const panels = PANELS.filter(
      (entry) => entry.placement === place && entry.initially !== 'closed',
    )
    for (const [index, panel] of panels.entries()) {
      addPanel(api, panel, { inactive: index > 0 || placementInDock(api, place) !== place })
    }
  }
  api.getPanel('chart')?.api.setActive()
}

/** Opens the few panels of safe mode. */
export function openSafeLayout(api: DockviewApi): void {
  api.clear()
  for (const id of SAFE_PANELS) {
    const panel = panelOf(id)
    if (panel === undefined) continue
    addPanel(api, panel, { inactive: id !== 'positions' && id !== 'ticket' })
  }
}
