import type { StoredWindow, StoredWorkspace } from '../../core/workspaces/stored-workspace.js'
import type { WorkspaceStore } from '../../core/workspaces/workspace-store.js'
import type { PanelWindowId } from '../../../shared/domain/app/workspaces/workspaces.js'
import type { Result } from '../../../shared/domain/result.js'
import type { Message } from '../../../shared/messages/message.js'

/** A window beside the main window, and the workspace that it belongs to. */
export interface WindowOfWorkspace {
  readonly workspace: StoredWorkspace
  readonly entry: StoredWindow
}

/** The windows of all workspaces, as they are stored. */
export class StoredWindows {
  readonly #store: WorkspaceStore

  constructor(store: WorkspaceStore) {
    this.#store = store
  }

  find(id: PanelWindowId): WindowOfWorkspace | null {
    for (const workspace of this.#store.all()) {
      const entry = workspace.windows.find((window) => window.id === id)
      if (entry !== undefined) return { workspace, entry }
    }
    return null
  }

  /** Adds a window to a workspace, or replaces the one with its id. */
  put({ id, windows }: StoredWorkspace, entry: StoredWindow): Promise<Result<void, Message>> {
    const isKnown = windows.some((window) => window.id === entry.id)
    const next = isKnown
      ? windows.map((window) => (window.id === entry.id ? entry : window))
      : [...windows, entry]
    return this.#store.change(id, { windows: next })
  }

  remove({ workspace, entry: { id } }: WindowOfWorkspace): Promise<Result<void, Message>> {
    const windows = workspace.windows.filter((window) => window.id !== id)
    return this.#store.change(workspace.id, { windows })
  }
}
