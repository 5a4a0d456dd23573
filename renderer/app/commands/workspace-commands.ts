import {
  AppWindow,
  ChartCandlestick,
  CopyPlus,
  Crosshair,
  Grid2x2,
  Layers,
  Link2,
  PanelLeftClose,
  PanelTop,
  SquareSplitHorizontal,
  Timer,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { changeDock, showOverlay, type DockRequest } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { setSync, syncs, type ChartSync } from '../../stores/charts/chart-sync.js'
import type { AppCommand } from './command.js'

const isMainWindow = ({ windowId }: MainWindow): boolean => windowId === null

const dockCommand = (
  id: string,
  title: AppCommand['title'],
  icon: LucideIcon,
  chord: string | null,
  request: DockRequest,
): AppCommand => ({
  id,
  title,
  icon,
  group: 'general',
  chord,
  run: ({ layout }) => changeDock(layout, request),
})

const syncCommand = (sync: ChartSync, icon: LucideIcon): AppCommand => ({
  id: `charts-sync-${sync}`,
  title: ({ workspaces }, mainWindow) =>
    workspaces.charts[sync](mainWindow !== undefined && syncs(mainWindow.view.getState(), sync)),
  icon,
  group: 'general',
  chord: null,
  run: ({ view, layout }) => {
    const isOn = !syncs(view.getState(), sync)
    setSync(view, sync, isOn)
    if (sync === 'symbol') changeDock(layout, { kind: 'link-charts', isOn })
  },
})

/** Commands about workspaces, windows, link groups and the arrangement of charts. */
export const WORKSPACE_COMMANDS: readonly AppCommand[] = [
  {
    id: 'workspaces',
    title: ({ workspaces }) => workspaces.manage,
    icon: Layers,
    group: 'general',
    chord: 'Mod+Shift+E',
    isAvailable: isMainWindow,
    run: ({ layout }) => showOverlay(layout, 'workspaces'),
  },
  {
    ...dockCommand('undo-layout', ({ workspaces }) => workspaces.undoLayout, Undo2, 'Mod+Alt+Z', {
      kind: 'undo',
    }),
    isAvailable: ({ layout }) => layout.getState().canUndoLayout,
  },
  dockCommand('panel-menu', ({ workspaces }) => workspaces.panelMenuCommand, PanelTop, 'Alt+M', {
    kind: 'menu',
  }),
  dockCommand('another-panel', ({ workspaces }) => workspaces.anotherCommand, CopyPlus, null, {
    kind: 'another',
    panel: null,
  }),
  {
    ...dockCommand('own-window', ({ workspaces }) => workspaces.ownWindow, AppWindow, 'Alt+O', {
      kind: 'own-window',
      panel: null,
    }),
  },
  {
    ...dockCommand(
      'return-panel',
      ({ workspaces }) => workspaces.returnPanel,
      PanelLeftClose,
      'Alt+Shift+O',
      { kind: 'return', panel: null },
    ),
    isAvailable: (mainWindow) => !isMainWindow(mainWindow),
  },
  {
    ...dockCommand('return-all', ({ workspaces }) => workspaces.returnAll, PanelLeftClose, null, {
      kind: 'return-all',
    }),
    isAvailable: ({ windows, windowId }) =>
      windowId === null &&
      (windows.getState().value?.windows.some(({ isOpen }) => isOpen) ?? false),
  },
  dockCommand('charts-1', ({ workspaces }) => workspaces.charts.one, ChartCandlestick, null, {
    kind: 'charts',
    count: 1,
  }),
  dockCommand('charts-2', ({ workspaces }) => workspaces.charts.two, SquareSplitHorizontal, null, {
    kind: 'charts',
    count: 2,
  }),
  dockCommand('charts-4', ({ workspaces }) => workspaces.charts.four, Grid2x2, null, {
    kind: 'charts',
    count: 4,
  }),
  syncCommand('symbol', Link2),
  syncCommand('timespan', Timer),
  syncCommand('crosshair', Crosshair),
]
