import type { Bounds } from '../../../shared/domain/app/workspaces/workspaces.schema.js'
import type { PanelWindowId } from '../../../shared/domain/app/workspaces/workspaces.js'
import type { ScreenPoint } from '../../../shared/domain/app/workspaces/windows-view.js'

/** The windows beside the main window: Electron's in the program, fakes in tests. */
export interface PanelWindows {
  /** Opens a window, which loads its own layout. */
  open(
    id: PanelWindowId,
    place: { readonly bounds: Bounds | null; readonly maximized: boolean },
  ): void
  /** Moves an open window, for example after a display was connected again. */
  move(id: PanelWindowId, place: { readonly bounds: Bounds; readonly maximized: boolean }): void
  /**
   * Closes a window without asking; its close is not reported. Resolves once it is closed: before
   * that, its page saves its last layout. One whose page does not answer is ended.
   */
  close(id: PanelWindowId): Promise<void>
  /** Shows a window with focus, because the person requested it. */
  show(id: PanelWindowId): void
  /** Returns whether the main window is in view at this point, and no third window covers it. */
  isMainWindowAt(point: ScreenPoint, from: PanelWindowId): boolean
  /** Returns the displays that are connected now. */
  displays(): readonly Bounds[]
}

export interface PanelWindowsDeps {
  /** A window was moved or resized by the person or the system. */
  readonly onMoved: (
    id: PanelWindowId,
    place: { readonly bounds: Bounds; readonly maximized: boolean },
  ) => void
  /** The person closed a window; not called when the program ends. */
  readonly onClosed: (id: PanelWindowId) => void
  /** Displays were connected, removed or changed. */
  readonly onDisplays: () => void
}
