import type { DockviewApi, SerializedDockview } from 'dockview-react'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Desk } from '../../stores/desk.js'
import { setPreferences, watchlistOf } from '../../stores/preferences.js'
import { setView } from '../../stores/view.js'
import { readWorkspace, WORKSPACE_VERSION, writeWorkspace, type Workspace } from './schema.js'

/** Dragging a divider changes the layout dozens of times; the last state is what counts. */
const SETTLE_MS = 800

/**
 * Puts back what was kept. False when there was nothing usable: the caller opens the default
 * workspace.
 */
export function restoreWorkspace(api: DockviewApi, desk: Desk): boolean {
  const saved = desk.preferences.getState().value?.workspace ?? null
  const workspace = saved === null ? null : readWorkspace(saved)
  const symbols = workspace?.symbols ?? null
  const first = watchlistOf(desk.preferences.getState())[0] ?? null
  desk.selection.setState({
    symbols: {
      blue: (symbols?.blue ?? first) as Symbol | null,
      amber: (symbols?.amber ?? null) as Symbol | null,
      violet: (symbols?.violet ?? null) as Symbol | null,
    },
  })
  if (workspace === null) return false
  setView(desk.view, { watchlistColumns: workspace.watchlistColumns, recent: workspace.recent })
  if (workspace.dock === null) return false
  try {
    api.fromJSON(workspace.dock as unknown as SerializedDockview)
    return true
  } catch {
    // The grid inside was not one that the dock can build.
    api.clear()
    return false
  }
}

/**
 * Keeps the layout, the symbols and the views of the desk in the preferences, a moment after each
 * change.
 */
export function keepWorkspace(api: DockviewApi, desk: Desk): Disposer {
  let timer: ReturnType<typeof setTimeout> | null = null
  let kept = desk.preferences.getState().value?.workspace ?? null
  const save = (): void => {
    timer = null
    const next = writeWorkspace(workspaceOf(api, desk))
    if (next === kept) return
    kept = next
    void setPreferences(desk.preferences, desk.invoke, { workspace: next })
  }
  const soon = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(save, SETTLE_MS)
  }
  const layout = api.onDidLayoutChange(soon)
  const stops = [
    desk.view.subscribe(soon),
    desk.selection.subscribe((state, before) => {
      if (state.symbols !== before.symbols) soon()
    }),
  ]
  return () => {
    if (timer !== null) {
      clearTimeout(timer)
      save()
    }
    layout.dispose()
    for (const stop of stops) stop()
  }
}

function workspaceOf(api: DockviewApi, desk: Desk): Workspace {
  const { watchlistColumns, recent } = desk.view.getState()
  return {
    version: WORKSPACE_VERSION,
    dock: api.toJSON() as unknown as Workspace['dock'],
    symbols: { ...desk.selection.getState().symbols },
    watchlistColumns: [...watchlistColumns],
    recent: [...recent],
  }
}
