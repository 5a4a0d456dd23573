import type { DockviewApi, IDockviewPanel } from 'dockview-react'
import type { Bounds, PanelWindowId } from '../../../shared/domain/app/workspaces.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { describeError } from '../../language/error-message.js'
import { panelOf } from '../../panels/registry.js'
import { entriesOfPanel } from '../../stores/instances/panel-window.js'
import { releasePanel } from '../../stores/instances/window-store.js'
import type { MainWindow } from '../../stores/main-window.js'
import { panelKind, type PanelId } from '../../stores/panel-id.js'
import { groupOf, pinnedGroup, type SymbolGroup } from '../../stores/selection.js'
import { toastError } from '../../stores/toasts.js'
import { setView } from '../../stores/view-state.js'
import { openPanelInDock } from '../workspace/dock-panels.js'
import {
  readWorkspace,
  WORKSPACE_VERSION,
  writeWorkspace,
  type Workspace,
} from '../workspace/workspace-schema.js'

/** Returns true for a panel that may be moved to a window of its own. */
export const mayLeave = (id: PanelId): boolean => {
  const entry = panelOf(id)
  return entry !== undefined && entry.staysInMainWindow === undefined
}

/** Returns the first layout of a window that gets one panel of this window. */
function firstLayout({ selection, view }: MainWindow, panel: PanelId): Workspace {
  const { symbols, links } = selection.getState()
  const own = pinnedGroup(panel)
  const { settings, tables } = entriesOfPanel(view.getState(), panel)
  const saved = Object.entries(symbols).filter(
    ([group]) => !group.startsWith('pinned:') || group === own,
  )
  const link = links[panel]
  return {
    version: WORKSPACE_VERSION,
    dock: null,
    symbols: Object.fromEntries(saved.map(([group, symbol]) => [group, symbol ?? null])),
    links: (link === undefined ? {} : { [panel]: link }) as Workspace['links'],
    tables: { ...tables } as Workspace['tables'],
    settings: { ...settings },
    recent: [],
  }
}

/** Returns the place of a panel on the screen, with room for the frame of its window. */
function placeOf(panel: IDockviewPanel): Bounds {
  const box = panel.group.element.getBoundingClientRect()
  return {
    x: Math.round(window.screenX + box.left + 24),
    y: Math.round(window.screenY + box.top + 24),
    width: Math.max(360, Math.round(box.width)),
    height: Math.max(280, Math.round(box.height)),
  }
}

/**
 * Moves a panel to a window of its own. It leaves the dock once main has the window; what was typed
 * in it continues there.
 */
export async function moveToOwnWindow(
  mainWindow: MainWindow,
  panel: IDockviewPanel,
): Promise<boolean> {
  const layout = writeWorkspace(firstLayout(mainWindow, panel.id))
  const reply = await mainWindow.invoke('windows.open', {
    panels: [panel.id],
    layout,
    place: placeOf(panel),
  })
  if (!reply.ok) {
    toastError(mainWindow.toasts, reply.error, describeError)
    return false
  }
  releasePanel(mainWindow, panelKind(panel.id))
  panel.api.close()
  return true
}

/** Takes over the link groups, symbols and settings that panels had in another window. */
function takeEntries(
  { selection, view }: MainWindow,
  panels: readonly PanelId[],
  from: Workspace,
): void {
  for (const panel of panels) {
    const { settings, tables } = entriesOfPanel(from, panel)
    const now = view.getState()
    setView(view, {
      settings: { ...now.settings, ...settings },
      tables: { ...now.tables, ...tables },
    })
    const group = groupOf({ links: from.links as Record<string, SymbolGroup>, panel })
    const own = pinnedGroup(panel)
    const symbol = from.symbols[own]
    selection.setState(({ links, symbols }) => ({
      links: { ...links, [panel]: group },
      symbols: symbol == null ? symbols : { ...symbols, [own]: symbol as never },
    }))
  }
}

/** Takes the panels of windows that were closed into the dock of the main window. */
export function takeClosedWindows(
  api: DockviewApi,
  mainWindow: MainWindow,
  onTaken: () => void,
): Disposer {
  const taking = new Set<PanelWindowId>()
  const take = async (id: PanelWindowId): Promise<void> => {
    const reply = await mainWindow.invoke('windows.take', { id })
    if (!reply.ok || reply.value === null) return
    const { panels, layout } = reply.value
    const workspace = readWorkspace(layout)
    if (workspace !== null) takeEntries(mainWindow, panels, workspace)
    for (const panel of panels) openPanelInDock(api, panel)?.api.setActive()
    onTaken()
  }
  const check = (): void => {
    for (const { id, isOpen } of mainWindow.windows.getState().value?.windows ?? []) {
      if (isOpen || taking.has(id)) continue
      taking.add(id)
      void take(id)
    }
  }
  check()
  return mainWindow.windows.subscribe(check)
}
