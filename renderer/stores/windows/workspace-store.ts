import { createStore } from 'zustand/vanilla'
import type {
  PanelWindowId,
  WorkspaceId,
} from '../../../shared/domain/app/workspaces/workspaces.js'
import type { Invoke } from '../../bridge/client.js'
import type { PanelId } from '../panel-id.js'

/** What this window shows, as it was stored. */
export interface WorkspaceState {
  /** The workspace of the main window; null in other windows, and until main answered. */
  readonly id: WorkspaceId | null
  /** The layout of this window as text; null for the default one. */
  readonly layout: string | null
  /** The panels of a new window, which has no layout of its own yet. */
  readonly panels: readonly PanelId[]
  /** Where panels that are in other windows were in the main window. */
  readonly homes: Readonly<Record<PanelId, PanelHome>>
}

/** Where a panel was in the dock, told by the panels around it: groups come and go. */
export interface PanelHome {
  /** The tabs of its group in their order, with its own. */
  readonly tabs: readonly PanelId[]
  /** The panels of the part before its group; empty where there was none. */
  readonly before: readonly PanelId[]
  /** The panels of the part after it. */
  readonly after: readonly PanelId[]
  /** True where the parts are side by side, false where they are one above the other. */
  readonly isRow: boolean
  /** The widths or heights of the parts in px: of its group and of those beside it. */
  readonly sizes: readonly number[]
  /** The index of its group among them. */
  readonly index: number
}

export const createWorkspaceStore = () =>
  createStore<WorkspaceState>(() => ({ id: null, layout: null, panels: [], homes: {} }))
export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>

/**
 * Loads the layout of this window. Returns false when main could not answer; a window without a
 * layout must not save one over it.
 */
export async function loadWorkspace(
  store: WorkspaceStore,
  invoke: Invoke,
  window: PanelWindowId | null,
): Promise<boolean> {
  if (window === null) {
    const reply = await invoke('workspaces.current', {})
    if (reply.ok) store.setState({ id: reply.value.id, layout: reply.value.layout })
    return reply.ok
  }
  const reply = await invoke('windows.layout', { id: window })
  if (reply.ok && reply.value !== null) {
    store.setState({ layout: reply.value.layout, panels: reply.value.panels })
  }
  return reply.ok
}

/** Saves the layout of this window; `window` is null for the main window. */
export async function saveWorkspace(
  { store, invoke, window }: SavedWindow,
  layout: string,
  panels: readonly PanelId[],
): Promise<void> {
  const { id } = store.getState()
  if (window !== null) {
    if (panels.length > 0) {
      await invoke('windows.save', { id: window, layout, panels: [...panels] })
    }
  } else if (id !== null) await invoke('workspaces.save', { id, layout })
}

/** A window, as far as its layout is saved. */
export interface SavedWindow {
  readonly store: WorkspaceStore
  readonly invoke: Invoke
  readonly window: PanelWindowId | null
}
