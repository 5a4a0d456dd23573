import type { DockviewApi, SerializedDockview } from 'dockview-react'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { MainWindow } from '../../stores/main-window.js'
import { setPreferences, watchlistOf } from '../../stores/preferences.js'
import { setView } from '../../stores/view-state.js'
import {
  readWorkspace,
  WORKSPACE_VERSION,
  writeWorkspace,
  type Workspace,
} from './workspace-schema.js'

/** Dragging a divider changes the layout dozens of times; save only the last state. */
const SETTLE_MS = 800

/**
 * Restores the saved workspace. Returns false when there is none usable; the caller opens the
 * default one.
 */
export function restoreWorkspace(api: DockviewApi, mainWindow: MainWindow): boolean {
  const saved = mainWindow.preferences.getState().value?.workspace ?? null
  const workspace = saved === null ? null : readWorkspace(saved)
  selectSymbols(mainWindow, workspace)
  if (workspace === null) return false
  setView(mainWindow.view, { recent: workspace.recent })
  return applyWorkspace(api, mainWindow, workspace)
}

/** Shows the panels, columns and settings of a workspace. Returns false when the dock cannot. */
function applyWorkspace(
  api: DockviewApi,
  mainWindow: MainWindow,
  workspace: Pick<Workspace, 'dock' | 'tables' | 'settings'>,
): boolean {
  setView(mainWindow.view, { tables: workspace.tables, settings: workspace.settings })
  if (workspace.dock === null) return false
  try {
    api.fromJSON(workspace.dock as unknown as SerializedDockview)
    return true
  } catch {
    // The dock could not build the saved grid.
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
  const symbols = workspace?.symbols ?? null
  const first = watchlistOf(mainWindow.preferences.getState())[0] ?? null
  mainWindow.selection.setState({
    symbols: {
      blue: (symbols?.blue ?? first) as Symbol | null,
      amber: (symbols?.amber ?? null) as Symbol | null,
      violet: (symbols?.violet ?? null) as Symbol | null,
    },
  })
}

/**
 * Saves the layout, the symbols and the panel views in the preferences, shortly after each change.
 */
export function persistWorkspace(api: DockviewApi, mainWindow: MainWindow): Disposer {
  let timer: ReturnType<typeof setTimeout> | null = null
  let stored = mainWindow.preferences.getState().value?.workspace ?? null
  const save = (): void => {
    timer = null
    const next = writeWorkspace(workspaceOf(api, mainWindow))
    if (next === stored) return
    stored = next
    void setPreferences(mainWindow.preferences, mainWindow.invoke, { workspace: next })
  }
  const scheduleSave = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(save, SETTLE_MS)
  }
  /** Saves at once what waits, since the window may close before the delay ends. */
  const flush = (): void => {
    if (timer === null) return
    clearTimeout(timer)
    save()
  }
  window.addEventListener('beforeunload', flush)
  const layout = api.onDidLayoutChange(scheduleSave)
  const stops = [
    mainWindow.view.subscribe(scheduleSave),
    mainWindow.selection.subscribe((state, before) => {
      if (state.symbols !== before.symbols) scheduleSave()
    }),
  ]
  return () => {
    flush()
    window.removeEventListener('beforeunload', flush)
    layout.dispose()
    for (const stop of stops) stop()
  }
}

function workspaceOf(api: DockviewApi, mainWindow: MainWindow): Workspace {
  const { tables, settings, recent } = mainWindow.view.getState()
  return {
    version: WORKSPACE_VERSION,
    dock: api.toJSON() as unknown as Workspace['dock'],
    symbols: { ...mainWindow.selection.getState().symbols },
    tables: { ...tables } as Workspace['tables'],
    settings: { ...settings },
    recent: [...recent],
  }
}
