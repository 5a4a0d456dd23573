import { app, BrowserWindow } from 'electron'
import { systemTimers } from '../../adapters/timers.js'
import type { ConfirmWindowState } from '../../core/instructions/queue/instruction-service-port.js'
import type { ConfirmPort } from '../../core/instructions/confirm/confirm-router.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { ENVIRONMENT_LABELS, type Environment } from '../../../shared/domain/environment.js'
import type { ConfirmView } from '../../../shared/ipc/instructions.js'
import type { Preferences } from '../../../shared/ipc/views.js'
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
  /** How the page looks: its surface may not ask for preferences, which hold more than that. */
  readonly appearance: () => Pick<Preferences, 'theme' | 'marketColors'>
  /** Where it stood last time, and where that is kept: asked when the first card comes. */
  readonly placement?: () => WindowPlacement
}

/** The window in which a person countersigns. */
export interface ConfirmWindow {
  /**
   * Brings it up with the focus, because the person asked for it (from the inbox, the tray, a
   * notification).
   */
  show(): void
  /** Ends it for good; for the end of the program. */
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

/** What the page calls the card that it shows: the title of its document. */
const expectedTitle = ({ card, batch }: ConfirmView): string => (batch[0] ?? card)?.line ?? ''

/**
 * Its own window, made when the first card comes. A card never takes the focus: the window appears
 * behind the person's hands and
 * flashes, and a notification of the system tells a person who is at work in another program (rule
 * 17). It stays above our other windows only while it holds something to decide, and only while the
 * person is in this
 * program (CONFIRM-18). Whatever could put another thing under a press is told to main's count: shown,
 * hidden, covered, focus, place, size.
 */
export function createConfirmWindow(options: ConfirmWindowOptions): ConfirmWindow {
  const { port } = options
  let window: BrowserWindow | null = null
  let loadedPage = ''
  let ended = false
  /** Whose picture the task bar shows. */
  let iconEnvironment: Environment | null = null
  /**
   * The page crashed or is loaded anew: whatever main believes to stand there does not, until the
   * page says what it has drawn.
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
   * A page that looks otherwise than the desk does is loaded anew; nothing is lost with it, the
   * card is in main.
   */
  const refreshAppearance = (): void => {
    if (window === null || window.isDestroyed() || loadedPage === pageAddress()) return
    loadedPage = pageAddress()
    void window.loadURL(`${APP_ORIGIN}/${loadedPage}`)
  }

  const appear = (mode: ShowMode): void => {
    if (window === null || window.isDestroyed()) return
    // A screen that is gone took nothing with it: the whole card has to be in sight before anything
    // of it can be pressed.
    if (!window.isVisible() && !window.isMinimized()) ensureFullyVisible(window)
    if (mode === 'with-focus') {
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    } else {
      // A minimised window was put aside by the person: it flashes where it is.
      if (!window.isVisible() && !window.isMinimized()) window.showInactive()
      if (!window.isFocused()) window.flashFrame(true)
    }
    updateAlwaysOnTop()
    reportState()
  }

  const hide = (): void => {
    // A hidden window tells of every hiding again, and what it tells makes the queue tell its view
    // again: only once.
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
    // The page says in its title what it has drawn; that is all that a title of its own can do.
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
    // Closing decides nothing: every card goes back to the inbox, where it waits until it expires
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
