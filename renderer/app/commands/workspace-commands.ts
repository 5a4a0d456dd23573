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
  {
    title,
    icon,
    chord,
    request,
  }: {
    readonly title: AppCommand['title']
    readonly icon: LucideIcon
    readonly chord: string | null
    readonly request: DockRequest
  },
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
    ...dockCommand('undo-layout', {
      title: ({ workspaces }) => workspaces.undoLayout,
      icon: Undo2,
      chord: 'Mod+Alt+Z',
      request: {
        kind: 'undo',
      },
    }),
    isAvailable: ({ layout }) => layout.getState().canUndoLayout,
  },
  dockCommand('panel-menu', {
    title: ({ workspaces }) => workspaces.panelMenuCommand,
    icon: PanelTop,
    chord: 'Alt+M',
    request: {
      kind: 'menu',
    },
  }),
  dockCommand('another-panel', {
    title: ({ workspaces }) => workspaces.anotherCommand,
    icon: CopyPlus,
    chord: null,
    request: {
      kind: 'another',
      panel: null,
    },
  }),
  {
    ...dockCommand('own-window', {
      title: ({ workspaces }) => workspaces.ownWindow,
      icon: AppWindow,
      chord: 'Alt+O',
      request: {
        kind: 'own-window',
        panel: null,
      },
    }),
  },
  {
    ...dockCommand('return-panel', {
      title: ({ workspaces }) => workspaces.returnPanel,
      icon: PanelLeftClose,
      chord: 'Alt+Shift+O',
      request: { kind: 'return', panel: null },
    }),
    isAvailable: (mainWindow) => !isMainWindow(mainWindow),
  },
  {
    ...dockCommand('return-all', {
      title: ({ workspaces }) => workspaces.returnAll,
      icon: PanelLeftClose,
      chord: null,
      request: {
        kind: 'return-all',
      },
    }),
    isAvailable: ({ windows, windowId }) =>
      windowId === null &&
      (windows.getState().value?.windows.some(({ isOpen }) => isOpen) ?? false),
  },
  dockCommand('charts-1', {
    title: ({ workspaces }) => workspaces.charts.one,
    icon: ChartCandlestick,
    chord: null,
    request: {
      kind: 'charts',
      count: 1,
    },
  }),
  dockCommand('charts-2', {
    title: ({ workspaces }) => workspaces.charts.two,
    icon: SquareSplitHorizontal,
    chord: null,
    request: {
      kind: 'charts',
      count: 2,
    },
  }),
  dockCommand('charts-4', {
    title: ({ workspaces }) => workspaces.charts.four,
    icon: Grid2x2,
    chord: null,
    request: {
      kind: 'charts',
      count: 4,
    },
  }),
  syncCommand('symbol', Link2),
  syncCommand('timespan', Timer),
  syncCommand('crosshair', Crosshair),
]
