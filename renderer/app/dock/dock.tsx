import {
  DockviewReact,
  type DockviewApi,
  type DockviewReadyEvent,
  type DockviewTheme,
  type IDockviewPanelProps,
} from 'dockview-react'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FunctionComponent,
  useSyncExternalStore,
} from 'react'
import { PANELS, panelOf, panelTitle } from '../../panels/registry.js'
import { MainWindowProvider, useMainWindow } from '../../stores/context.js'
import { panelWindow } from '../../stores/instances/panel-window.js'
import type { MainWindow } from '../../stores/main-window.js'
import type { PanelId } from '../../stores/panel-id.js'
import { defaultShape, openDefaultLayout, openSafeLayout } from '../workspace/default-layout.js'
import { addTab, openPanelInDock } from '../workspace/dock-panels.js'
import { LayoutHistory } from '../workspace/layout-history.js'
import { enforceMinimumSizes } from '../workspace/minimum-sizes.js'
import {
  persistWorkspace,
  restoreWorkspace,
  selectSymbols,
} from '../workspace/persist-workspace.js'
import { notifyUnknownPanels } from '../workspace/switch-workspace.js'
import { mayLeave, takeClosedWindows } from '../windows/moved-panels.js'
import { PanelBoundary } from './panel-boundary.js'
import { DockTab } from './dock-tab.js'
import { followDragsOut } from './drag-out.js'
import { followLayoutRequests } from './dock-requests.js'
import { useText } from '../../language/window-text.js'
import { LayoutPanelLeft } from 'lucide-react'
import { showOverlay } from '../../stores/layout.js'
import { Button } from '../../ui/button.js'
import { Empty, Skeleton } from '../../ui/states.js'
import type { PanelCode } from '../../panels/panel-code.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { WindowText } from '../../../shared/messages/window-text.js'

const THEME: DockviewTheme = {
  name: 'desk',
  className: 'dock-theme',
  gap: 1,
  dndTabIndicator: 'line',
}

const components: Record<string, FunctionComponent<IDockviewPanelProps>> = Object.fromEntries(
  PANELS.map((panel) => {
    const Hosted = ({ api }: IDockviewPanelProps) => {
      const mainWindow = useMainWindow()
      // A panel follows its own link group, and a further one of its kind has its own settings.
      const own = useMemo(() => panelWindow(mainWindow, api.id), [mainWindow, api.id])
      return (
        <div className="dock-panel" data-panel={panel.id} data-panel-id={api.id} tabIndex={-1}>
          {useWasVisible(api) && (
            <MainWindowProvider value={own}>
              <PanelBoundary where={api.id} onRetry={() => void panel.code.load()}>
                <PanelContent code={panel.code} />
              </PanelBoundary>
            </MainWindowProvider>
          )}
        </div>
      )
    }
    return [panel.id, Hosted]
  }),
)

/** Opens panels as the tabs of one group. */
function openTogether(api: DockviewApi, panels: readonly PanelId[]): void {
  for (const id of panels) {
    const first = api.panels[0]
    if (first === undefined) openPanelInDock(api, id)
    else addTab(api, id, first.id)
  }
}

/** Opens what this window had last: its saved layout, or the panels that it was opened with. */
function openSaved(
  api: DockviewApi,
  mainWindow: MainWindow,
  openDefault: (api: DockviewApi) => void,
): void {
  const { windowId, invoke } = mainWindow
  const { layout, panels } = mainWindow.workspace.getState()
  const isRestored = restoreWorkspace(api, mainWindow)
  if (windowId === null) {
    if (!isRestored) openDefault(api)
  } else {
    if (!isRestored) openTogether(api, panels.filter(mayLeave))
    // None of its panels exists in this version, so that nothing could be done in the window.
    if (api.panels.length === 0) void invoke('windows.close', { id: windowId, panels: 'close' })
  }
  notifyUnknownPanels(mainWindow, layout)
}

/**
 * The docked panels: restored from the saved workspace, or the default one. In safe mode a few
 * panels, and nothing is saved.
 */
export function Dock({ safeMode }: { readonly safeMode: boolean }) {
  const text = useText()
  const mainWindow = useMainWindow()
  const [api, setApi] = useState<DockviewApi | null>(null)
  const place = useRef<HTMLDivElement>(null)
  /**
   * The shape of the default workspace when it was opened; null when the layout is the person's
   * own, or once they have pressed anything in it.
   */
  const defaultLayoutShape = useRef<string | null>(null)
  const resetLayout = useCallback((dockview: DockviewApi) => {
    openDefaultLayout(dockview)
    defaultLayoutShape.current = defaultShape(dockview)
  }, [])
  // A window gets its final size while it opens. If the dock was small at first, choose the default
  // layout again for the new size.
  const onDockResized = useCallback(
    (dockview: DockviewApi) => {
      if (
        defaultLayoutShape.current !== null &&
        defaultLayoutShape.current !== defaultShape(dockview)
      ) {
        resetLayout(dockview)
      }
    },
    [resetLayout],
  )
  const onUserInput = useCallback(() => {
    defaultLayoutShape.current = null
  }, [])
  const onReady = useCallback(
    (event: DockviewReadyEvent) => {
      if (safeMode) {
        selectSymbols(mainWindow, null)
        openSafeLayout(event.api)
      } else openSaved(event.api, mainWindow, resetLayout)
      setApi(event.api)
    },
    [mainWindow, resetLayout, safeMode],
  )
  useLayoutEffect(
    () =>
      api === null
        ? undefined
        : connect({
            api,
            mainWindow,
            safeMode,
            openDefault: resetLayout,
            onOwnLayout: onUserInput,
          }),
    [api, mainWindow, safeMode, resetLayout, onUserInput],
  )
  useEffect(() => (api === null ? undefined : followTitles(api, text)), [api, text])
  useLayoutEffect(
    () =>
      api === null || place.current === null
        ? undefined
        : enforceMinimumSizes(api, place.current, () => onDockResized(api)),
    [api, onDockResized],
  )
  return (
    <div className="dock" onPointerDownCapture={onUserInput} onKeyDownCapture={onUserInput}>
      <DockviewReact
        ref={place}
        className="dock"
        theme={THEME}
        components={components}
        defaultTabComponent={DockTab}
        watermarkComponent={DockEmpty}
        onReady={onReady}
        floatingGroupBounds="boundedWithinViewport"
      />
    </div>
  )
}

interface ConnectedDock {
  readonly api: DockviewApi
  readonly mainWindow: MainWindow
  readonly safeMode: boolean
  readonly openDefault: (api: DockviewApi) => void
  readonly onOwnLayout: () => void
}

/** Saves the dock, and applies what commands and other windows request; returns the disposer. */
function connect({ safeMode, ...dock }: ConnectedDock): () => void {
  const { api, mainWindow, onOwnLayout } = dock
  const { selection, windowId, invoke } = mainWindow
  const history = new LayoutHistory()
  const saved = safeMode ? null : persistWorkspace(api, mainWindow)
  const showActive = (): void => selection.setState({ panel: api.activePanel?.id ?? null })
  showActive()
  const active = api.onDidActivePanelChange(showActive)
  const removed = api.onDidRemovePanel(() => {
    // A window with panels ends with its last one.
    if (windowId !== null && api.panels.length === 0) {
      void invoke('windows.close', { id: windowId, panels: 'close' })
    }
  })
  const stops = [
    followLayoutRequests({ ...dock, history, saved }),
    noteLayouts(api, mainWindow, history),
    followDragsOut(api, mainWindow, onOwnLayout),
    ...(windowId === null && !safeMode
      ? [
          takeClosedWindows(api, mainWindow, () => {
            onOwnLayout()
            history.clear()
            history.note(api.toJSON())
          }),
        ]
      : []),
  ]
  return () => {
    for (const stop of stops) stop()
    active.dispose()
    removed.dispose()
    saved?.dispose()
  }
}

/** Shown when every panel has been closed. */
function DockEmpty() {
  const text = useText()
  const { layout } = useMainWindow()
  return (
    <Empty icon={LayoutPanelLeft} title={text.dock.empty} hint={text.dock.emptyHint}>
      <Button onClick={() => showOverlay(layout, 'reset-workspace')}>{text.settings.reset}</Button>
    </Empty>
  )
}

/** A panel, or gray rows while its code is loaded. Throws when the code cannot be loaded. */
function PanelContent({ code }: { readonly code: PanelCode }) {
  const state = useSyncExternalStore(code.subscribe, code.state)
  useEffect(() => void code.load(), [code])
  switch (state.kind) {
    case 'absent':
      return <Skeleton />
    case 'failed':
      throw state.error
    case 'loaded':
      return <state.component />
  }
}

/**
 * Gives the dock the titles of all panels from the texts of a language, also of panels opened
 * later: it names tabs and groups by them for a screen reader.
 */
function followTitles(api: DockviewApi, text: WindowText): Disposer {
  const name = (panel: DockviewApi['panels'][number]): void => {
    if (panelOf(panel.id) === undefined) return
    const title = panelTitle(panel.id, text)
    if (panel.title !== title) panel.api.setTitle(title)
  }
  for (const panel of api.panels) name(panel)
  const added = api.onDidAddPanel(name)
  return () => added.dispose()
}

/**
 * Returns whether the panel was ever in front. One that stays behind another tab loads no code and
 * reads nothing from the broker; once shown it stays, so that its entries are not lost.
 */
function useWasVisible(api: IDockviewPanelProps['api']): boolean {
  const [wasVisible, setWasVisible] = useState(api.isVisible)
  useEffect(() => {
    const check = (): void => {
      if (api.isVisible) setWasVisible(true)
    }
    // It may have come to the front between the first rendering and this subscription.
    check()
    const visibility = api.onDidVisibilityChange(check)
    return () => visibility.dispose()
  }, [api])
  return wasVisible
}

/** Dragging a divider is one change. */
const SETTLE_MS = 400

/** Records the layout after each change, so that the last change can be undone. */
function noteLayouts(
  api: DockviewApi,
  { layout }: Pick<MainWindow, 'layout'>,
  history: LayoutHistory,
): Disposer {
  let timer: ReturnType<typeof setTimeout> | null = null
  const note = (): void => {
    timer = null
    history.note(api.toJSON())
    if (layout.getState().canUndoLayout !== history.canUndo) {
      layout.setState({ canUndoLayout: history.canUndo })
    }
  }
  const changed = api.onDidLayoutChange(() => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(note, SETTLE_MS)
  })
  note()
  return () => {
    if (timer !== null) clearTimeout(timer)
    changed.dispose()
  }
}
