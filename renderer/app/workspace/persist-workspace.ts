import type { DockviewApi, SerializedDockview } from 'dockview-react'
import type { Disposer } from '../../../shared/domain/brand.js'
import { panelOf } from '../../panels/registry.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { openEntries } from '../../stores/instances/panel-window.js'
import type { MainWindow } from '../../stores/main-window.js'
import type { PanelId } from '../../stores/panel-id.js'
import { watchlistOf } from '../../stores/preferences.js'
import { FIRST_GROUP, linkGroupOf, pinnedGroup, type SymbolGroup } from '../../stores/selection.js'
import { saveWorkspace } from '../../stores/windows/workspace-store.js'
import { setView } from '../../stores/view-state.js'
import { withoutPanels } from './dock-json.js'
import {
  readWorkspace,
  WORKSPACE_VERSION,
  writeWorkspace,
  type Workspace,
} from './workspace-schema.js'

/** Dragging a divider changes the layout dozens of times; save only the last state. */
const SETTLE_MS = 800

/**
 * Restores the saved layout of this window. Returns false when there is none usable; the caller
 * opens the default one.
 */
export function restoreWorkspace(api: DockviewApi, mainWindow: MainWindow): boolean {
  const { layout } = mainWindow.workspace.getState()
  const workspace = layout === null ? null : readWorkspace(layout)
  selectSymbols(mainWindow, workspace)
  mainWindow.workspace.setState({ homes: workspace?.homes ?? {} })
  if (workspace === null) {
    setView(mainWindow.view, { tables: {}, settings: {} })
    return false
  }
  setView(mainWindow.view, { recent: workspace.recent })
  return applyWorkspace(api, mainWindow, ownPart(mainWindow, workspace))
}

/**
 * Returns what a window may show of its layout. In a window beside the main window, that is the
 * panels that main knows to be in it: an imported file may name others, or the same one twice.
 */
function ownPart({ windowId, workspace }: MainWindow, saved: Workspace): Workspace {
  if (windowId === null || saved.dock === null) return saved
  const { panels } = workspace.getState()
  const isForeign = (id: string): boolean =>
    !panels.includes(id) || panelOf(id)?.staysInMainWindow !== undefined
  return { ...saved, dock: withoutPanels(saved.dock, isForeign) }
}

/** Shows the panels, columns and settings of a workspace. Returns false when the dock cannot. */
function applyWorkspace(
  api: DockviewApi,
  mainWindow: MainWindow,
  workspace: Pick<Workspace, 'dock' | 'tables' | 'settings'>,
): boolean {
  setView(mainWindow.view, { tables: workspace.tables, settings: workspace.settings })
  return workspace.dock !== null && showDock(api, workspace.dock as unknown as SerializedDockview)
}

/**
 * Shows a saved dock. Panels that are open already stay as they are, with what was typed in them.
 * Returns false when the dock cannot be built.
 */
export function showDock(api: DockviewApi, dock: SerializedDockview): boolean {
  try {
    api.fromJSON(dock, { reuseExistingPanels: true })
    return true
  } catch {
    api.clear()
    return false
  }
}

/**
 * Replaces the workspace by the default one, which `openDefault` opens. The symbols stay. Returns a
 * function that restores the workspace as it was.
 */
export function resetToDefault(
  api: DockviewApi,
  mainWindow: MainWindow,
  openDefault: () => void,
): () => void {
  const before = workspaceOf(api, mainWindow)
  setView(mainWindow.view, { tables: {}, settings: {} })
  openDefault()
  return () => {
    if (!applyWorkspace(api, mainWindow, before)) openDefault()
  }
}

/** Selects the saved symbols; without saved ones the first symbol of the watchlist. */
export function selectSymbols(mainWindow: MainWindow, workspace: Workspace | null): void {
  const symbols = (workspace?.symbols ?? {}) as Partial<Record<SymbolGroup, Symbol | null>>
  const first = watchlistOf(mainWindow.preferences.getState())[0] ?? null
  mainWindow.selection.setState({
    symbols: { ...symbols, [FIRST_GROUP]: symbols[FIRST_GROUP] ?? first },
    links: (workspace?.links ?? {}) as Partial<Record<PanelId, SymbolGroup>>,
  })
}

/** The saving of a window's layout. */
export interface SavedLayout {
  /** Saves at once what waits; resolves when main has it. */
  flush(): Promise<void>
  readonly dispose: Disposer
}

/**
 * Saves the layout, the symbols and the panel views in the workspace, shortly after each change.
 */
export function persistWorkspace(api: DockviewApi, mainWindow: MainWindow): SavedLayout {
  const { workspace, invoke, windowId, view, selection } = mainWindow
  let timer: ReturnType<typeof setTimeout> | null = null
  const save = async (): Promise<void> => {
    timer = null
    const next = writeWorkspace(workspaceOf(api, mainWindow))
    if (next === workspace.getState().layout) return
    const panels = api.panels.map(({ id }) => id)
    workspace.setState({ layout: next, panels })
    await saveWorkspace({ store: workspace, invoke, window: windowId }, next, panels)
  }
  const scheduleSave = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void save(), SETTLE_MS)
  }
  const flush = async (): Promise<void> => {
    if (timer === null) return
    clearTimeout(timer)
    await save()
  }
  // The window may close before the delay ends.
  const onUnload = (): void => void flush()
  window.addEventListener('beforeunload', onUnload)
  const layout = api.onDidLayoutChange(scheduleSave)
  const stops = [
    view.subscribe(scheduleSave),
    selection.subscribe((state, before) => {
      if (state.symbols !== before.symbols || state.links !== before.links) scheduleSave()
    }),
  ]
  return {
    flush,
    dispose() {
      void flush()
      window.removeEventListener('beforeunload', onUnload)
      layout.dispose()
      for (const stop of stops) stop()
    },
  }
}

/** Returns the layout of this window, without what closed panels left behind. */
export function workspaceOf(api: DockviewApi, mainWindow: MainWindow): Workspace {
  const { tables, settings, recent } = mainWindow.view.getState()
  const { symbols, links } = mainWindow.selection.getState()
  const open = api.panels.map(({ id }) => id)
  const own = new Set<string>(open.map((panel) => pinnedGroup(panel)))
  const saved = Object.entries(symbols).filter(
    ([group]) => linkGroupOf(group as SymbolGroup) !== null || own.has(group),
  )
  return {
    version: WORKSPACE_VERSION,
    dock: api.toJSON() as unknown as Workspace['dock'],
    symbols: Object.fromEntries(saved.map(([group, symbol]) => [group, symbol ?? null])),
    links: Object.fromEntries(
      Object.entries(links).filter(([panel]) => open.includes(panel)),
    ) as Workspace['links'],
    tables: openEntries(tables, open) as Workspace['tables'],
    settings: { ...openEntries(settings, open) },
    recent: [...recent],
    homes: Object.fromEntries(
      Object.entries(mainWindow.workspace.getState().homes).filter(
        ([panel]) => !open.includes(panel),
      ),
    ) as unknown as Workspace['homes'],
  }
}
