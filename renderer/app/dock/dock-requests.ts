import type { DockviewApi, SerializedDockview } from 'dockview-react'
import type { Disposer } from '../../../shared/domain/brand.js'
import { panelOf } from '../../panels/registry.js'
import { undoReset, type DockRequest } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { panelKind, TICKET_PANEL, type PanelId } from '../../stores/panel-id.js'
import { toast } from '../../stores/toasts.js'
import { focusPanel } from '../commands/regions.js'
import { findPanel, openAnother, openPanelInDock } from '../workspace/dock-panels.js'
import { mayLeave, moveToOwnWindow, returnToMainWindow } from '../windows/moved-panels.js'
import { withoutPanels, type DockJson } from '../workspace/dock-json.js'
import { arrangeCharts, linkCharts } from '../workspace/chart-grid.js'
import type { LayoutHistory } from '../workspace/layout-history.js'
import { resetToDefault, showDock, type SavedLayout } from '../workspace/persist-workspace.js'
import { saveWorkspaceAs, showWorkspace } from '../workspace/switch-workspace.js'

/** A dock, and what it needs to fulfil requests. */
export interface RequestedDock {
  readonly api: DockviewApi
  readonly mainWindow: MainWindow
  readonly history: LayoutHistory
  /** Null in safe mode, where nothing is saved. */
  readonly saved: SavedLayout | null
  readonly openDefault: (api: DockviewApi) => void
  /** Called when the dock shows the person's own layout. */
  readonly onOwnLayout: () => void
}

/** Returns the panel of another window that a request means; null when it belongs here. */
function elsewhere({ windows, windowId }: MainWindow, panel: PanelId): PanelId | null {
  const others = (windows.getState().value?.windows ?? [])
    .filter(({ id, isOpen }) => isOpen && id !== windowId)
    .flatMap(({ panels }) => panels)
  const panelId = others.find((id) => id === panel) ?? others.find((id) => panelKind(id) === panel)
  // A window with panels opens no further kind of panel: the main window does.
  return panelId ?? (windowId === null ? null : panel)
}

/**
 * Applies the requests that panels and commands make through the layout store. A panel requested
 * before the dock existed opens at once.
 */
export function followLayoutRequests(dock: RequestedDock): Disposer {
  const { api, mainWindow } = dock
  const { layout, selection } = mainWindow
  focusRequestedPanel(dock)
  showFrontPanel(dock)
  const stops = [
    layout.subscribe((state, before) => {
      if (state.resetNonce !== before.resetNonce) resetAndOfferUndo(dock)
      if (state.closeNonce !== before.closeNonce) api.activePanel?.api.close()
      focusRequestedPanel(dock)
      showFrontPanel(dock)
      if (state.dock === null) return
      const request = state.dock
      layout.setState({ dock: null })
      fulfil(dock, request)
    }),
    selection.subscribe(({ prefill }, before) => {
      if (prefill === null || prefill === before.prefill) return
      if (api.getPanel(TICKET_PANEL) !== undefined) return
      if (elsewhere(mainWindow, TICKET_PANEL) === null) return
      const { nonce: _nonce, ...values } = prefill
      void mainWindow.invoke('windows.show-panel', {
        panel: TICKET_PANEL,
        part: null,
        prefill: values,
      })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function focusRequestedPanel({ api, mainWindow }: RequestedDock): void {
  const { layout, invoke } = mainWindow
  const { focus, focusPart } = layout.getState()
  if (focus === null) return
  layout.setState({ focus: null })
  if (panelOf(focus) === undefined) return
  const open = findPanel(api, mainWindow, focus)
  const other = open === undefined ? elsewhere(mainWindow, focus) : null
  if (other !== null) {
    void invoke('windows.show-panel', { panel: other, part: focusPart, prefill: null })
    return
  }
  const shown = open ?? openPanelInDock(api, focus)
  if (shown === undefined) return
  shown.api.setActive()
  focusPanel(shown.group.element, () => layout.getState().overlay !== null, focusPart)
}

/** Brings a panel to the front of its group without moving the focus into it. */
function showFrontPanel({ api, mainWindow }: RequestedDock): void {
  const { layout } = mainWindow
  const { front } = layout.getState()
  if (front === null) return
  layout.setState({ front: null })
  if (panelOf(front) === undefined) return
  const open = findPanel(api, mainWindow, front)
  if (open === undefined && elsewhere(mainWindow, front) !== null) return
  const shown = open ?? openPanelInDock(api, front)
  if (shown?.api.isVisible === false) shown.api.setActive()
}

/**
 * Shows the layout before the last change. A panel that has moved to another window comes back when
 * it is alone there, which undoes its move; with others, it stays where it is.
 */
function showEarlier({ api, mainWindow }: RequestedDock, before: SerializedDockview): void {
  const { windows, windowId, invoke } = mainWindow
  const otherWindows = (windows.getState().value?.windows ?? []).filter(
    ({ id, isOpen }) => isOpen && id !== windowId,
  )
  const moved = new Set(otherWindows.flatMap(({ panels }) => panels))
  const here = withoutPanels(before as unknown as DockJson, (id) => moved.has(id))
  if (here !== null) showDock(api, here as unknown as SerializedDockview)
  for (const { id, panels } of otherWindows) {
    const [panel] = panels
    if (windowId === null && panels.length === 1 && panel !== undefined && panel in before.panels) {
      void invoke('windows.close', { id, panels: 'to-main-window' })
    }
  }
}

function fulfil(dock: RequestedDock, request: DockRequest): void {
  const { api, mainWindow, history } = dock
  const panelNamed = (id: PanelId | null) => (id === null ? api.activePanel : api.getPanel(id))
  switch (request.kind) {
    case 'undo': {
      // A change that has just been made is recorded a moment later.
      history.note(api.toJSON())
      const before = history.undo()
      if (before !== null) showEarlier(dock, before)
      mainWindow.layout.setState({ canUndoLayout: history.canUndo })
      return dock.onOwnLayout()
    }
    case 'another': {
      const source = panelNamed(request.panel)
      if (source !== undefined) openAnother(api, mainWindow, source)
      return dock.onOwnLayout()
    }
    case 'own-window': {
      const panel = panelNamed(request.panel)
      if (panel === undefined || !mayLeave(panel.id)) return
      void moveToOwnWindow(mainWindow, api, [panel], null)
      return dock.onOwnLayout()
    }
    case 'return': {
      const panel = panelNamed(request.panel)
      if (panel !== undefined) void returnToMainWindow(mainWindow, api, panel)
      return
    }
    case 'return-all':
      for (const { id, isOpen } of mainWindow.windows.getState().value?.windows ?? []) {
        if (isOpen) void mainWindow.invoke('windows.close', { id, panels: 'to-main-window' })
      }
      return
    case 'menu':
      return mainWindow.layout.setState({ tabMenu: api.activePanel?.id ?? null })
    case 'charts':
      arrangeCharts(api, mainWindow, request.count)
      return dock.onOwnLayout()
    case 'link-charts':
      return linkCharts(api, mainWindow, request.isOn)
    case 'workspace':
      return void showWorkspace(dock, request.id)
    case 'save-as':
      return void saveWorkspaceAs(dock, request.name)
  }
}

/** Opens the default workspace; a toast and a command restore the one before. */
function resetAndOfferUndo({ api, mainWindow, openDefault, onOwnLayout }: RequestedDock): void {
  const { layout, toasts } = mainWindow
  const undo = resetToDefault(api, mainWindow, () => openDefault(api))
  layout.setState({
    undoReset() {
      undo()
      onOwnLayout()
    },
  })
  toast(toasts, 'info', ({ reset }) => reset.done, {
    action: {
      label: ({ reset }) => reset.undo,
      run: () => undoReset(layout),
    },
  })
}
