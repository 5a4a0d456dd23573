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
  useRef,
  useState,
  type FunctionComponent,
} from 'react'
import { useLanguage } from '../../language/language.js'
import { panelOf, PANELS } from '../../panels/registry.js'
import { useMainWindow } from '../../stores/context.js'
import type { MainWindow } from '../../stores/main-window.js'
import { undoReset } from '../../stores/layout.js'
import { toast } from '../../stores/toasts.js'
import { currentText } from '../../language/window-text.js'
import {
  addPanel,
  defaultShape,
  openDefaultLayout,
  openSafeLayout,
} from '../workspace/default-layout.js'
import { enforceMinimumSizes } from '../workspace/minimum-sizes.js'
import {
  persistWorkspace,
  resetToDefault,
  restoreWorkspace,
  selectSymbols,
} from '../workspace/persist-workspace.js'
import { PanelBoundary } from './panel-boundary.js'
import { PanelContent } from './panel-content.js'
import { focusPanel } from '../commands/regions.js'
import { DockTab } from './dock-tab.js'
import { DockEmpty } from './dock-empty.js'
import { followTitles } from './panel-titles.js'
import { useWasVisible } from './use-was-visible.js'

const THEME: DockviewTheme = {
  name: 'desk',
  className: 'dock-theme',
  gap: 1,
  dndTabIndicator: 'line',
}

const components: Record<string, FunctionComponent<IDockviewPanelProps>> = Object.fromEntries(
  PANELS.map((panel) => {
    const Hosted = ({ api }: IDockviewPanelProps) => (
      <div className="dock-panel" data-panel={panel.id} tabIndex={-1}>
        {useWasVisible(api) && (
          <PanelBoundary where={panel.id} onRetry={() => void panel.code.load()}>
            <PanelContent code={panel.code} />
          </PanelBoundary>
        )}
      </div>
    )
    return [panel.id, Hosted]
  }),
)

/**
 * The docked panels: restored from the saved workspace, or the default one. In safe mode a few
 * panels, and nothing is saved.
 */
export function Dock({ safeMode }: { readonly safeMode: boolean }) {
  const language = useLanguage()
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
      } else if (!restoreWorkspace(event.api, mainWindow)) resetLayout(event.api)
      setApi(event.api)
    },
    [mainWindow, resetLayout, safeMode],
  )
  useEffect(
    () => (api === null || safeMode ? undefined : persistWorkspace(api, mainWindow)),
    [api, mainWindow, safeMode],
  )
  useLayoutEffect(
    () =>
      api === null ? undefined : followLayoutRequests(api, mainWindow, resetLayout, onUserInput),
    [api, mainWindow, resetLayout, onUserInput],
  )
  useEffect(() => (api === null ? undefined : followTitles(api, language)), [api, language])
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

/**
 * Applies the requests that panels and commands make through the layout store. A panel requested
 * before the dock existed opens at once.
 */
function followLayoutRequests(
  api: DockviewApi,
  mainWindow: MainWindow,
  openDefaultLayout: (api: DockviewApi) => void,
  onRestored: () => void,
) {
  const focusRequestedPanel = (): void => {
    const { focus, focusPart } = mainWindow.layout.getState()
    if (focus === null) return
    mainWindow.layout.setState({ focus: null })
    const panel = panelOf(focus)
    if (panel === undefined) return
    if (api.getPanel(panel.id) === undefined) addPanel(api, panel)
    const shown = api.getPanel(panel.id)
    if (shown === undefined) return
    shown.api.setActive()
    focusPanel(shown.group.element, () => mainWindow.layout.getState().overlay !== null, focusPart)
  }
  const showFrontPanel = (): void => {
    const { front } = mainWindow.layout.getState()
    if (front === null) return
    mainWindow.layout.setState({ front: null })
    const panel = panelOf(front)
    if (panel === undefined) return
    if (api.getPanel(panel.id) === undefined) addPanel(api, panel)
    const shown = api.getPanel(panel.id)
    if (shown?.api.isVisible === false) shown.api.setActive()
  }
  focusRequestedPanel()
  showFrontPanel()
  return mainWindow.layout.subscribe((state, before) => {
    if (state.resetNonce !== before.resetNonce) {
      resetAndOfferUndo(api, mainWindow, openDefaultLayout, onRestored)
    }
    if (state.closeNonce !== before.closeNonce) api.activePanel?.api.close()
    focusRequestedPanel()
    showFrontPanel()
  })
}

/** Opens the default workspace; a toast and a command restore the one before. */
function resetAndOfferUndo(
  api: DockviewApi,
  mainWindow: MainWindow,
  openDefaultLayout: (api: DockviewApi) => void,
  /** Called when the dock shows the person's own layout again. */
  onRestored: () => void,
): void {
  const { layout, toasts } = mainWindow
  const undo = resetToDefault(api, mainWindow, () => openDefaultLayout(api))
  layout.setState({
    undoReset() {
      undo()
      onRestored()
    },
  })
  const text = currentText().reset
  toast(toasts, 'info', text.done, null, null, {
    label: text.undo,
    run: () => undoReset(layout),
  })
}
