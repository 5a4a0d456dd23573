import type { DockviewApi, IDockviewPanel } from 'dockview-react'
import type { Bounds } from '../../../shared/domain/app/workspaces/workspaces.schema.js'
import type { PanelWindowId } from '../../../shared/domain/app/workspaces/workspaces.js'
import type { ScreenPoint } from '../../../shared/domain/app/workspaces/windows-view.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { describeError } from '../../language/error-message.js'
import { panelOf } from '../../panels/registry.js'
import { entriesOfPanel } from '../../stores/instances/panel-window.js'
import { releasePanel } from '../../stores/instances/window-store.js'
import type { MainWindow } from '../../stores/main-window.js'
import { nextPanelId, panelKind, type PanelId } from '../../stores/panel-id.js'
import { groupOf, pinnedGroup, type SymbolGroup } from '../../stores/selection.js'
import { toastError } from '../../stores/toasts.js'
import { setView } from '../../stores/view-state.js'
import { homeIn, openAtHome } from '../workspace/panel-home.js'
import { showDock } from '../workspace/persist-workspace.js'
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

/** Returns the first layout of a window that gets panels of this window. */
function firstLayout(
  { selection, view }: MainWindow,
  panels: readonly IDockviewPanel[],
): Workspace {
  const { symbols, links } = selection.getState()
  const ids = panels.map(({ id }) => id)
  const own = new Set<string>(ids.map((id) => pinnedGroup(id)))
  const entries = ids.map((id) => entriesOfPanel(view.getState(), id))
  const saved = Object.entries(symbols).filter(
    ([group]) => !group.startsWith('pinned:') || own.has(group),
  )
  return {
    version: WORKSPACE_VERSION,
    dock: null,
    symbols: Object.fromEntries(saved.map(([group, symbol]) => [group, symbol ?? null])),
    links: Object.fromEntries(
      Object.entries(links).filter(([panel]) => ids.includes(panel)),
    ) as Workspace['links'],
    tables: Object.assign({}, ...entries.map(({ tables }) => tables)) as Workspace['tables'],
    settings: Object.assign(
      {},
      ...entries.map(({ settings }) => settings),
    ) as Workspace['settings'],
    recent: [],
    homes: {},
  }
}

/** The pointer holds a new window at its title bar. */
const HELD_AT: ScreenPoint = { x: 80, y: 14 }

/**
 * Returns the place of a new window for a panel: where its panel is, with room for the frame, or
 * under the pointer that let it go.
 */
function placeOf(panel: IDockviewPanel, point: ScreenPoint | null): Bounds {
  const box = panel.group.element.getBoundingClientRect()
  return {
    x: Math.round(point === null ? window.screenX + box.left + 24 : point.x - HELD_AT.x),
    y: Math.round(point === null ? window.screenY + box.top + 24 : point.y - HELD_AT.y),
    width: Math.max(360, Math.round(box.width)),
    height: Math.max(280, Math.round(box.height)),
  }
}

/** Closes panels here, because another window has them now. */
function leave(mainWindow: MainWindow, api: DockviewApi, panels: readonly IDockviewPanel[]): void {
  const { workspace, windowId } = mainWindow
  const dock = api.toJSON()
  for (const { id } of panels) {
    releasePanel(mainWindow, panelKind(id))
    const home = windowId === null ? homeIn(dock, id) : null
    if (home !== null) workspace.setState(({ homes }) => ({ homes: { ...homes, [id]: home } }))
  }
  for (const panel of panels) panel.api.close()
}

/**
 * Moves panels to a window of their own, or back to the main window where the pointer let them go
 * there. They leave the dock once main has them; what was typed in them continues there.
 * @param point where the pointer let the panels go; null for a command
 */
export async function moveToOwnWindow(
  mainWindow: MainWindow,
  api: DockviewApi,
  panels: readonly IDockviewPanel[],
  point: ScreenPoint | null,
): Promise<void> {
  const { windowId, invoke, toasts } = mainWindow
  const [first] = panels
  // The panels of a window with nothing else have a window of their own already.
  const isAlone = windowId !== null && api.panels.length === panels.length
  if (first === undefined || (isAlone && point === null)) return
  const reply = await invoke('windows.open', {
    panels: panels.map(({ id }) => id),
    layout: writeWorkspace(firstLayout(mainWindow, panels)),
    place: placeOf(first, point),
    dropped: point,
    from: windowId,
  })
  if (!reply.ok) toastError(toasts, reply.error, describeError)
  else if (reply.value.id !== windowId) leave(mainWindow, api, panels)
}

/** Returns a panel of this window to the main window, to where it was. */
export async function returnToMainWindow(
  mainWindow: MainWindow,
  api: DockviewApi,
  panel: IDockviewPanel,
): Promise<void> {
  const { windowId, invoke, toasts } = mainWindow
  if (windowId === null) return
  const layout = writeWorkspace(firstLayout(mainWindow, [panel]))
  const reply = await invoke('windows.return', { panels: [panel.id], layout })
  if (reply.ok) leave(mainWindow, api, [panel])
  else toastError(toasts, reply.error, describeError)
}

/** A panel that comes back, and its id here: another panel may have taken its own meanwhile. */
interface Returned {
  readonly panel: PanelId
  readonly id: PanelId
}

/** Takes over the link groups, symbols and settings that panels had in another window. */
function takeEntries(
  { selection, view }: MainWindow,
  panels: readonly Returned[],
  from: Workspace,
): void {
  for (const { panel, id } of panels) {
    const { settings, tables } = entriesOfPanel(from, panel, id)
    const now = view.getState()
    setView(view, {
      settings: { ...now.settings, ...settings },
      tables: { ...now.tables, ...tables },
    })
    const group = groupOf({ links: from.links as Record<string, SymbolGroup>, panel })
    const symbol = from.symbols[pinnedGroup(panel)]
    const isPinned = group === pinnedGroup(panel)
    selection.setState(({ links, symbols }) => ({
      links: { ...links, [id]: isPinned ? pinnedGroup(id) : group },
      symbols: symbol == null ? symbols : { ...symbols, [pinnedGroup(id)]: symbol as never },
    }))
  }
}

/** Returns the panels with the ids that they get here: no panel that is open is replaced. */
function idsHere(api: DockviewApi, panels: readonly PanelId[]): readonly Returned[] {
  const taken = new Set(api.panels.map(({ id }) => id))
  return panels.flatMap((panel) => {
    const isRepeatable = panelOf(panel)?.isRepeatable === true
    const id = taken.has(panel) && isRepeatable ? nextPanelId(panelKind(panel), [...taken]) : panel
    taken.add(id)
    return [{ panel, id }]
  })
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
    const returned = idsHere(api, panels)
    if (workspace !== null) takeEntries(mainWindow, returned, workspace)
    const { homes } = mainWindow.workspace.getState()
    for (const { panel, id: here } of returned) {
      openAtHome(api, here, homes[panel], (dock) => showDock(api, dock))?.api.setActive()
    }
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
