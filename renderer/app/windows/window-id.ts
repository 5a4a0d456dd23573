import type { PanelWindowId } from '../../../shared/domain/app/workspaces/workspaces.js'

const QUERY = /^\?window=([a-f0-9]{16})$/

/** Returns the id of a window with panels from the address of its page; null in the main window. */
export const panelWindowId = ({ search }: Pick<Location, 'search'>): PanelWindowId | null =>
  (QUERY.exec(search)?.[1] as PanelWindowId | undefined) ?? null
