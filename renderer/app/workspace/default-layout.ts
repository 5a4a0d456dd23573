import type { DockviewApi } from 'dockview-react'
import type { PanelId, Place } from '../../panels/places.js'
import { PANELS, type PanelEntry } from '../../panels/registry.js'

const SIDE_WIDTH = 388
const TICKET_WIDTH = 312
const BLOTTER_HEIGHT = 264
const BOOK_HEIGHT = 276

const WHERE: Record<Place, { readonly of: PanelId; readonly direction: 'left' | 'right' | 'below' | 'within'; readonly width?: number; readonly height?: number } | null> = {
  centre: null,
  left: { of: 'chart', direction: 'left', width: SIDE_WIDTH },
  right: { of: 'chart', direction: 'right', width: TICKET_WIDTH },
  blotter: { of: 'chart', direction: 'below', height: BLOTTER_HEIGHT },
  book: { of: 'ticket', direction: 'below', height: BOOK_HEIGHT },
}
const ORDER: readonly Place[] = ['centre', 'left', 'right', 'blotter', 'book']

/** Opens a panel where the default workspace has it: as a tab beside a neighbour of its place, else as a group of its own. */
export function addPanel(api: DockviewApi, panel: PanelEntry, inactive = false): void {
  const base = { id: panel.id, component: panel.id, title: panel.title, inactive }
  const neighbour = PANELS.find((other) => other.place === panel.place && other.id !== panel.id && api.getPanel(other.id) !== undefined)
  if (neighbour !== undefined) return void api.addPanel({ ...base, position: { referencePanel: neighbour.id, direction: 'within' } })
  const where = WHERE[panel.place]
  if (where === null || api.panels.length === 0) return void api.addPanel(base)
  const size = { ...(where.width === undefined ? {} : { initialWidth: where.width }), ...(where.height === undefined ? {} : { initialHeight: where.height }) }
  const position = api.getPanel(where.of) === undefined ? { direction: where.direction } : { referencePanel: where.of, direction: where.direction }
  api.addPanel({ ...base, ...size, position })
}

/** The default workspace of desk.md section 3. */
export function openDefault(api: DockviewApi): void {
  api.clear()
  for (const place of ORDER) {
    for (const [index, panel] of PANELS.filter((each) => each.place === place).entries()) addPanel(api, panel, index > 0)
  }
  api.getPanel('chart')?.api.setActive()
}
