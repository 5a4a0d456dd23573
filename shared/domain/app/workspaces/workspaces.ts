import type { Brand } from '../../brand.js'

/** The permanent id of a workspace: also the name of its file. */
export type WorkspaceId = Brand<string, 'WorkspaceId'>
/** The id of a window beside the main window; no two workspaces have the same. */
export type PanelWindowId = Brand<string, 'PanelWindowId'>

export const MAX_WORKSPACES = 50
export const WORKSPACE_NAME_CHARS = 60
/** The longest text of a window's layout. */
export const MAX_LAYOUT_CHARS = 200_000
export const MAX_PANEL_WINDOWS = 32
/** The highest number of panels in one window. */
export const MAX_WINDOW_PANELS = 100
