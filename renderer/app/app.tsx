import { useLayoutEffect, type ReactNode } from 'react'
import { MainWindowProvider, useLocked, useMainWindow, useSlice } from '../stores/context.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { MainWindow } from '../stores/main-window.js'
import { isPrivate, useIsPrivate } from '../format/own.js'
import { onLanguageChange } from '../language/language.js'
import { currentText } from '../language/window-text.js'
import { handOnFocus } from '../ui/focus/focus-path.js'
import { BEHIND_DIALOGS } from '../ui/focus/modal-stack.js'
import { HintLayer } from '../ui/hints/hint-layer.js'
import { usePaintedStaleSince } from '../ui/paint/use-painted-stale-since.js'
import { Toasts } from '../ui/toasts/toasts.js'
import { showAlerts } from './alert-toasts.js'
import { AssistantChanges } from './assistants/assistant-changes.js'
import { carryOutRequests } from './assistants/page-requests.js'
import { ChromeBand } from './chrome/chrome-band.js'
import { Notices } from './chrome/notices.js'
import { StatusBar } from './chrome/status-bar.js'
import { GuideStrip } from './connect/guide-strip.js'
import { Dock } from './dock/dock.js'
import { showFills } from './fill-toasts.js'
import { showOrderNews } from './order-toasts.js'
import { listenToKeys } from './commands/key-listener.js'
import { focusFrontPanel } from './commands/regions.js'
import { LockScreen } from './lock/lock-screen.js'
import { Overlays } from './overlays/overlays.js'
import { PriceQuestions } from './overlays/price-questions.js'
import { Tour } from './overlays/tour.js'
import { SwitchCover } from './profiles/switch-cover.js'
import { PanelWindow } from './windows/panel-window.js'

/** The main window, or a window with panels beside it. */
export function App({ mainWindow }: { readonly mainWindow: MainWindow }) {
  // Attach before the first paint: a key pressed as soon as the window shows must not be lost.
  useLayoutEffect(() => listenToKeys(window, mainWindow), [mainWindow])
  useLayoutEffect(() => handOnFocus(document, () => focusFrontPanel(document)), [])
  useLayoutEffect(() => syncWindowTitle(mainWindow), [mainWindow])
  useLayoutEffect(() => showNews(mainWindow), [mainWindow])
  useLayoutEffect(() => carryOutRequests(mainWindow, document), [mainWindow])
  return (
    <MainWindowProvider value={mainWindow}>
      <BehindLock>
        <ShownAmounts />
        <Overlays />
        <PriceQuestions />
        <SwitchCover />
        <Toasts />
        <HintLayer />
      </BehindLock>
      <LockScreen />
    </MainWindowProvider>
  )
}

/** Shows fills, alerts and what became of orders, once: in the main window. */
function showNews(mainWindow: MainWindow): Disposer {
  if (mainWindow.windowId !== null) return () => undefined
  const stops = [showFills(mainWindow), showAlerts(mainWindow), showOrderNews(mainWindow)]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Everything behind the lock screen. It is inert while locked, so nothing in it can take the focus
 * from the passphrase.
 */
function BehindLock({ children }: { readonly children: ReactNode }) {
  return (
    <div className="behind" inert={useLocked()}>
      {children}
    </div>
  )
}

/** The bars and the dock, made again when amounts are hidden or shown: no cell keeps its text. */
function ShownAmounts() {
  return (
    <div className="behind-dialogs" {...BEHIND_DIALOGS}>
      <MainLayout key={useIsPrivate() ? 'private' : 'shown'} />
    </div>
  )
}

/** The bars and the dock. Stale prices are dimmed in every panel at once. */
function MainLayout() {
  const { layout, windowId } = useMainWindow()
  const safeMode = useSlice(layout, (state) => state.safeMode)
  const pricesAreStale = usePaintedStaleSince('market') !== null
  if (windowId !== null) {
    return (
      <div
        className="main-window"
        data-window="panels"
        data-quotes={pricesAreStale ? 'old' : 'live'}
      >
        <PanelWindow id={windowId} />
      </div>
    )
  }
  return (
    <div className="main-window" data-quotes={pricesAreStale ? 'old' : 'live'}>
      <ChromeBand />
      <div>
        <Tour />
        <GuideStrip />
        <Notices />
        <AssistantChanges />
      </div>
      <main className="dock-place">
        <Dock key={safeMode ? 'safe' : 'saved'} safeMode={safeMode} />
      </main>
      <StatusBar />
    </div>
  )
}

/** Shows the environment and the account in the window's title. */
function syncWindowTitle(mainWindow: MainWindow) {
  const write = (): void => {
    const { value } = mainWindow.session.getState()
    const account = value?.accounts.find(
      (candidate) => candidate.accountId === value.selectedAccount,
    )
    document.title = [
      value === null ? null : currentText().environments[value.environment],
      isPrivate() ? null : account?.accountNumber,
      currentText().app.name,
    ]
      .filter((part) => part !== null && part !== undefined)
      .join(' · ')
  }
  write()
  const stops = [
    mainWindow.session.subscribe(write),
    mainWindow.preferences.subscribe(write),
    onLanguageChange(write),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
