import './styles/index.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.js'
import { followLanguage, followPrivacy, followTheme } from './app/follow-preferences.js'
import { followRolls } from './app/follow-rolls.js'
import { markUsable } from './app/usable-mark.js'
import { readSafeMode } from './app/workspace/safe-mode.js'
import { createInvoke } from './bridge/client.js'
import { createOpenStream } from './bridge/stream.js'
import { createWindowHost } from './bridge/window-host.js'
import { windowBridge } from './bridge/window-bridge.js'
import { loadFrontPanels, panelOf } from './panels/registry.js'
import { createMainWindow, startMainWindow, type MainWindow } from './stores/main-window.js'
import { pagePulse } from './stores/throttled/pulse.js'
import { followPriceSteps } from './stores/market/price-steps.js'
import { loadPreferences } from './stores/preferences.js'
import { followWindows } from './stores/windows/follow-windows.js'
import { loadWorkspace } from './stores/windows/workspace-store.js'
import { notifyCrash } from './app/windows/crash-notice.js'
import { currentText } from './language/window-text.js'
import { ignoreComposition } from './ui/keys/composition.js'
import { preloadMenus } from './ui/menus/late-menu.js'
import { pageFlashes } from './ui/paint/flash.js'
import { pagePaints } from './ui/paint/staggered-paints.js'
import type { PanelWindowId } from '../shared/domain/app/workspaces/workspaces.js'

const PANEL_WINDOW_QUERY = /^\?window=([a-f0-9]{16})$/

/** Returns the id of a window with panels from the address of its page; null in the main window. */
const panelWindowId = ({ search }: Pick<Location, 'search'>): PanelWindowId | null =>
  (PANEL_WINDOW_QUERY.exec(search)?.[1] as PanelWindowId | undefined) ?? null

const RETRY_MS = 500

/** Renders what a delivery changed, with what would cost a frame of its own soon. */
const commitFrame = (run: () => void): void => {
  flushSync(() => {
    run()
    pagePulse.join()
  })
  pagePaints.join()
  pageFlashes.join()
}

/** Loads the preferences and the layout of this window; false when main could not answer. */
async function loadSaved(mainWindow: MainWindow): Promise<boolean> {
  const { preferences, workspace, invoke, windowId } = mainWindow
  const loaded = await Promise.all([
    loadPreferences(preferences, invoke),
    loadWorkspace(workspace, invoke, windowId),
  ])
  for (const id of workspace.getState().panels) void panelOf(id)?.code.load()
  return loaded.every((isLoaded) => isLoaded)
}

/**
 * Starts the window: streams first, then the preferences that decide its appearance and its saved
 * layout, then the first paint.
 */
async function open(root: HTMLElement): Promise<void> {
  const bridge = windowBridge(window)
  const page = createRoot(root)
  if (bridge === null) return page.render(<p className="fatal">{currentText().app.outside}</p>)
  const host = createWindowHost(window, bridge, 'gather', commitFrame)
  const mainWindow = createMainWindow({
    invoke: createInvoke(bridge),
    openStream: createOpenStream(host),
    now: Date.now,
    after: host.after,
    windowId: panelWindowId(window.location),
  })
  host.onBehind((isBehind) => mainWindow.delivery.setState({ isBehind }))
  readSafeMode(window, mainWindow.layout)
  window.addEventListener('pagehide', startMainWindow(mainWindow))
  window.addEventListener('pagehide', followWindows(mainWindow))
  window.addEventListener('pagehide', followPriceSteps(mainWindow.invoke, host.after))
  window.addEventListener(
    'error',
    (event) =>
      void mainWindow.invoke('app.report', {
        message: event.message.slice(0, 2_000),
        where: `page:${event.lineno}`,
      }),
  )
  window.addEventListener(
    'unhandledrejection',
    (event) =>
      void mainWindow.invoke('app.report', {
        message: String(event.reason).slice(0, 2_000),
        where: 'promise',
      }),
  )
  if (mainWindow.windowId === null) loadFrontPanels()
  // Without preferences and layout, a default workspace must not overwrite the saved one.
  while (!(await loadSaved(mainWindow))) {
    page.render(<p className="fatal">{currentText().app.starting}</p>)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  followPrivacy(mainWindow.preferences)
  followRolls(mainWindow)
  followTheme(window, mainWindow.preferences)
  await followLanguage(document, mainWindow.preferences)
  if (mainWindow.windowId === null) markUsable(window, mainWindow)
  notifyCrash(window, mainWindow)
  page.render(<App mainWindow={mainWindow} />)
}

ignoreComposition(window)
preloadMenus(window)
const root = document.getElementById('root')
if (root !== null) void open(root)
