import { app, BrowserWindow } from 'electron'
import { systemTimers } from '../../adapters/timers.js'
import type { ConfirmWindowState } from '../../core/instructions/queue/instruction-service-port.js'
import type { ConfirmPort } from '../../core/instructions/confirm/confirm-router.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { ENVIRONMENT_LABELS, type Environment } from '../../../shared/domain/environment.js'
import type { ConfirmView } from '../../../shared/domain/instructions/card.js'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import { APP_ORIGIN } from '../../../shared/ipc/channels.js'
import {
  createInstructionNotification,
  isUndecided,
  pendingCount,
} from './instruction-notification.js'
import { isOccluded } from './occlusion.js'
import { createPaintGate, type ShowMode } from '../../app/windows/paint-gate.js'
import { setEnvironmentIcon } from '../system/environment-icon.js'
import { ensureFullyVisible, type WindowPlacement } from './window-placement.js'
import type { SenderRegistry } from '../../app/ipc/sender-registry.js'
import { showNotification } from '../system/system-notification.js'
import { createAppWindow } from './window-factory.js'

export interface ConfirmWindowOptions {
  readonly port: ConfirmPort
  readonly preload: string
  readonly senders: SenderRegistry
  /**
   * Returns the settings of the page's appearance: its surface may not read the other preferences.
   */
  readonly appearance: () => Pick<Preferences, 'theme' | 'marketColors'>
  /** The stored position; read when the first card arrives. */
  readonly placement?: () => WindowPlacement
}

/** The window in which a person decides on instructions. */
export interface ConfirmWindow {
  /**
   * Shows it with focus, because the person requested it (from the inbox, the tray, a
   * notification).
   */
  show(): void
  /** Destroys it, at the end of the program. */
  dispose(): void
}

const SIZE = { width: 600, height: 820, minWidth: 420, minHeight: 480 }
const TITLE = 'Confirm'
const HIDDEN: ConfirmWindowState = {
  visible: false,
  focused: false,
  isOccluded: false,
  bounds: { x: 0, y: 0, width: 0, height: 0 },
}

const needsDecision = ({ card }: ConfirmView): boolean => card !== null && isUndecided(card)

/** Returns the document title of the page when it shows the current card. */
const expectedTitle = ({ card, batch }: ConfirmView): string => (batch[0] ?? card)?.line ?? ''

/**
 * Makes the confirm window when the first card arrives. A card never takes the focus: the window
 * appears behind the active one and flashes, and a system notification informs a person who works
 * in another program (CONFIRM-17). It stays above Countersign's other windows only while it has a
 * card to decide and Countersign is the active program (CONFIRM-18). Every event that could change
 * the content under a press is reported to main's arming: shown, hidden, covered, focus, position,
 * size (CONFIRM-8).
 */
export function createConfirmWindow(options: ConfirmWindowOptions): ConfirmWindow {
  const { port } = options
  let window: BrowserWindow | null = null
  let loadedPage = ''
  let ended = false
  /** The environment of the icon in the task bar. */
  let iconEnvironment: Environment | null = null
  /**
   * True after a crash or during a reload: the page shows nothing until it reports that it has
   * drawn.
   */
  let blank = true

  const reportState = (): void => {
    if (
      window === null ||
      window.isDestroyed() ||
      !window.isVisible() ||
      window.isMinimized() ||
      blank
    ) {
      return port.setWindowState(HIDDEN)
    }
    const others = BrowserWindow.getAllWindows().filter(
      (other) =>
        other !== window && !other.isDestroyed() && other.isVisible() && !other.isMinimized(),
    )
    const above = others
      .filter((other) => other.isFocused() || other.isAlwaysOnTop())
      .map((other) => other.getBounds())
    return port.setWindowState({
      visible: true,
      focused: window.isFocused(),
      isOccluded: isOccluded(window.getBounds(), above),
      bounds: window.getBounds(),
    })
  }

  const updateAlwaysOnTop = (): void => {
    if (window === null || window.isDestroyed()) return
    const above =
      window.isVisible() &&
      needsDecision(port.confirm.get()) &&
      BrowserWindow.getFocusedWindow() !== null
    if (window.isAlwaysOnTop() !== above) window.setAlwaysOnTop(above)
  }

  const pageAddress = (): string => {
    const { theme, marketColors } = options.appearance()
    return `confirm.html?theme=${theme}&market=${marketColors}`
  }
  /**
   * Reloads the page when its appearance settings changed; the card is in main, so nothing is lost.
   */
  const refreshAppearance = (): void => {
    if (window === null || window.isDestroyed() || loadedPage === pageAddress()) return
    loadedPage = pageAddress()
    void window.loadURL(`${APP_ORIGIN}/${loadedPage}`)
  }

  const appear = (mode: ShowMode): void => {
    if (window === null || window.isDestroyed()) return
    // After a screen was removed, move the window so that the full card is visible before it can be
    // pressed.
    if (!window.isVisible() && !window.isMinimized()) ensureFullyVisible(window)
    if (mode === 'with-focus') {
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    } else {
      // The person minimized the window, so it only flashes.
      if (!window.isVisible() && !window.isMinimized()) window.showInactive()
      if (!window.isFocused()) window.flashFrame(true)
    }
    updateAlwaysOnTop()
    reportState()
  }

  const hide = (): void => {
    // Hide only once: a hidden window emits `hide` again, which updates the view, which would hide
    // it
    // again.
    if (window === null || window.isDestroyed() || !window.isVisible()) return
    window.flashFrame(false)
    window.hide()
  }

  const paintGate = createPaintGate({
    timers: systemTimers,
    expectedTitle: () => expectedTitle(port.confirm.get()),
    isVisible: () =>
      window !== null && !window.isDestroyed() && window.isVisible() && !window.isMinimized(),
    show: appear,
    hide,
  })

  const open = (): BrowserWindow => {
    loadedPage = pageAddress()
    const placement = options.placement?.() ?? null
    const made = createAppWindow({
      preload: options.preload,
      senders: options.senders,
      surface: 'confirm',
      title: TITLE,
      bounds: placement?.bounds ?? null,
      page: loadedPage,
      size: SIZE,
      hidden: true,
    })
    made.setFullScreenable(false)
    made.once('ready-to-show', () => paintGate.ready())
    // The page reports the drawn card by its document title, which has no other effect.
    made.webContents.on('page-title-updated', (_event, title) => {
      paintGate.drawn(title === TITLE ? '' : title)
      if (!blank || title === TITLE) return
      blank = false
      reportState()
    })
    const onPageGone = (): void => {
      blank = true
      paintGate.reset()
      reportState()
    }
    made.webContents.on('did-start-loading', onPageGone)
    made.webContents.on('render-process-gone', onPageGone)
    placement?.track(made)
    for (const event of [
      'show',
      'hide',
      'minimize',
      'restore',
      'focus',
      'blur',
      'move',
      'resize',
    ] as const) {
      made.on(event as 'resize', reportState)
    }
    made.on('focus', () => {
      made.flashFrame(false)
      refreshAppearance()
    })
    // Closing decides nothing: every card goes back to the inbox and stays there until it expires
    // (CONFIRM-13).
    made.on('close', (event) => {
      if (ended) return
      event.preventDefault()
      paintGate.hide('closed')
      port.defer(null)
    })
    made.on('closed', () => {
      window = null
      iconEnvironment = null
      port.setWindowState(HIDDEN)
    })
    return made
  }

  const requestShow = (mode: ShowMode): void => {
    if (ended) return
    window ??= open()
    refreshAppearance()
    paintGate.show(mode)
  }

  const notification = createInstructionNotification({
    view: () => port.confirm.get(),
    isFocused: () => BrowserWindow.getFocusedWindow() !== null,
    show: showNotification,
    onClick: () => requestShow('with-focus'),
  })

  const onView = (): void => {
    const view = port.confirm.get()
    const pending = pendingCount(view)
    app.setBadgeCount(pending)
    if (pending === 0) notification.dismiss()
    if (window === null || window.isDestroyed()) return
    if (expectedTitle(view) === '') return paintGate.hide('empty')
    paintGate.cancelHide()
    const environment = view.card?.environment ?? null
    window.setTitle(
      environment === null ? TITLE : `${TITLE} · ${ENVIRONMENT_LABELS[environment]} · Countersign`,
    )
    if (environment !== null && environment !== iconEnvironment) {
      setEnvironmentIcon(window, environment)
    }
    iconEnvironment = environment
    updateAlwaysOnTop()
  }

  const onFocusChange = (): void => {
    if (BrowserWindow.getFocusedWindow() !== null) notification.dismiss()
    updateAlwaysOnTop()
    reportState()
  }
  const beforeQuit = (): void => {
    ended = true
  }
  app.on('browser-window-focus', onFocusChange)
  app.on('browser-window-blur', onFocusChange)
  app.on('before-quit', beforeQuit)
  const stops: Disposer[] = [
    port.confirm.subscribe(onView),
    port.onAttention(() => {
      notification.arrived()
      requestShow('quietly')
    }),
    notification.dismiss,
    () => app.removeListener('browser-window-focus', onFocusChange),
    () => app.removeListener('browser-window-blur', onFocusChange),
    () => app.removeListener('before-quit', beforeQuit),
  ]

  return {
    show: () => requestShow('with-focus'),
    dispose() {
      ended = true
      for (const stop of [...stops, paintGate.dispose]) stop()
      if (window !== null && !window.isDestroyed()) window.destroy()
      window = null
      app.setBadgeCount(0)
    },
  }
}
