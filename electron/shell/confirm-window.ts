import { app, BrowserWindow } from 'electron'
import { systemTimers } from '../adapters/timers.js'
import type { ConfirmWindowState } from '../core/instructions/instruction-desk-port.js'
import type { ConfirmPort } from '../core/instructions/confirm-seat.js'
import type { Disposer } from '../../shared/domain/brand.js'
import { ENVIRONMENT_WORDS, type Environment } from '../../shared/domain/environment.js'
import type { ConfirmView } from '../../shared/ipc/instructions.js'
import type { Preferences } from '../../shared/ipc/views.js'
import { APP_ORIGIN } from '../../shared/ipc/channels.js'
import { createCardNotice, isUndecided, waitingIn } from './card-notice.js'
import { coveredBy } from './covered.js'
import { createCurtain, type Raise } from './curtain.js'
import { setEnvironmentIcon } from './environment-look.js'
import { wholeOnScreen, type WindowMemory } from './remember-window.js'
import type { SenderRegistry } from './sender-registry.js'
import { showNotice } from './system-notice.js'
import { createDeskWindow } from './window-factory.js'

export interface ConfirmWindowOptions {
  readonly port: ConfirmPort
  readonly preload: string
  readonly senders: SenderRegistry
  /** How the page looks: its surface may not ask for preferences, which hold more than that. */
  readonly look: () => Pick<Preferences, 'theme' | 'marketColors'>
  /** Where it stood last time, and where that is kept: asked when the first card comes. */
  readonly memory?: () => WindowMemory
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
  covered: false,
  bounds: { x: 0, y: 0, width: 0, height: 0 },
}

const waitsForPerson = ({ card }: ConfirmView): boolean => card !== null && isUndecided(card)

/** What the page calls the card that it shows: the title of its document. */
const nameOf = ({ card, batch }: ConfirmView): string => (batch[0] ?? card)?.line ?? ''

/**
 * Its own window, made when the first card comes. A card never takes the focus: the window appears
 * behind the person's hands and
 * flashes, and a notification of the system tells a person who is at work in another program (rule
 * 17). It stays above our other windows only while it holds something to decide, and only while the
 * person is in this
 * program (rule 18). Whatever could put another thing under a press is told to main's count: shown,
 * hidden, covered, focus, place, size.
 */
export function createConfirmWindow(options: ConfirmWindowOptions): ConfirmWindow {
  const { port } = options
  let window: BrowserWindow | null = null
  let look = ''
  let ended = false
  /** Whose picture the task bar shows. */
  let pictured: Environment | null = null
  /**
   * The page crashed or is loaded anew: whatever main believes to stand there does not, until the
   * page says what it has drawn.
   */
  let blank = true

  const tell = (): void => {
    if (
      window === null ||
      window.isDestroyed() ||
      !window.isVisible() ||
      window.isMinimized() ||
      blank
    ) {
      return port.window(HIDDEN)
    }
    const others = BrowserWindow.getAllWindows().filter(
      (other) =>
        other !== window && !other.isDestroyed() && other.isVisible() && !other.isMinimized(),
    )
    const above = others
      .filter((other) => other.isFocused() || other.isAlwaysOnTop())
      .map((other) => other.getBounds())
    return port.window({
      visible: true,
      focused: window.isFocused(),
      covered: coveredBy(window.getBounds(), above),
      bounds: window.getBounds(),
    })
  }

  const keepAbove = (): void => {
    if (window === null || window.isDestroyed()) return
    const above =
      window.isVisible() &&
      waitsForPerson(port.confirm.get()) &&
      BrowserWindow.getFocusedWindow() !== null
    if (window.isAlwaysOnTop() !== above) window.setAlwaysOnTop(above)
  }

  const pageAddress = (): string => {
    const { theme, marketColors } = options.look()
    return `confirm.html?theme=${theme}&market=${marketColors}`
  }
  /**
   * A page that looks otherwise than the desk does is loaded anew; nothing is lost with it, the
   * card is in main.
   */
  const refreshLook = (): void => {
    if (window === null || window.isDestroyed() || look === pageAddress()) return
    look = pageAddress()
    void window.loadURL(`${APP_ORIGIN}/${look}`)
  }

  const appear = (how: Raise): void => {
    if (window === null || window.isDestroyed()) return
    // A screen that is gone took nothing with it: the whole card has to be in sight before anything
    // of it can be pressed.
    if (!window.isVisible() && !window.isMinimized()) wholeOnScreen(window)
    if (how === 'with-focus') {
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    } else {
      // A minimised window was put aside by the person: it flashes where it is.
      if (!window.isVisible() && !window.isMinimized()) window.showInactive()
      if (!window.isFocused()) window.flashFrame(true)
    }
    keepAbove()
    tell()
  }

  const hide = (): void => {
    // A hidden window tells of every hiding again, and what it tells makes the queue tell its view
    // again: only once.
    if (window === null || window.isDestroyed() || !window.isVisible()) return
    window.flashFrame(false)
    window.hide()
  }

  const curtain = createCurtain({
    timers: systemTimers,
    wanted: () => nameOf(port.confirm.get()),
    isUp: () =>
      window !== null && !window.isDestroyed() && window.isVisible() && !window.isMinimized(),
    show: appear,
    hide,
  })

  const open = (): BrowserWindow => {
    look = pageAddress()
    const memory = options.memory?.() ?? null
    const made = createDeskWindow({
      preload: options.preload,
      senders: options.senders,
      surface: 'confirm',
      title: TITLE,
      bounds: memory?.bounds ?? null,
      page: look,
      size: SIZE,
      hidden: true,
    })
    made.setFullScreenable(false)
    made.once('ready-to-show', () => curtain.ready())
    // The page says in its title what it has drawn; that is all that a title of its own can do.
    made.webContents.on('page-title-updated', (_event, title) => {
      curtain.drawn(title === TITLE ? '' : title)
      if (!blank || title === TITLE) return
      blank = false
      tell()
    })
    const gone = (): void => {
      blank = true
      curtain.reset()
      tell()
    }
    made.webContents.on('did-start-loading', gone)
    made.webContents.on('render-process-gone', gone)
    memory?.follow(made)
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
      made.on(event as 'resize', tell)
    }
    made.on('focus', () => {
      made.flashFrame(false)
      refreshLook()
    })
    // Closing decides nothing: every card goes back to the inbox, where it waits until it expires
    // (rule 13).
    made.on('close', (event) => {
      if (ended) return
      event.preventDefault()
      curtain.lower('closed')
      port.later(null)
    })
    made.on('closed', () => {
      window = null
      pictured = null
      port.window(HIDDEN)
    })
    return made
  }

  const bring = (how: Raise): void => {
    if (ended) return
    window ??= open()
    refreshLook()
    curtain.raise(how)
  }

  const notice = createCardNotice({
    view: () => port.confirm.get(),
    here: () => BrowserWindow.getFocusedWindow() !== null,
    show: showNotice,
    onClick: () => bring('with-focus'),
  })

  const onView = (): void => {
    const view = port.confirm.get()
    const waits = waitingIn(view)
    app.setBadgeCount(waits)
    if (waits === 0) notice.done()
    if (window === null || window.isDestroyed()) return
    if (nameOf(view) === '') return curtain.lower('empty')
    curtain.keep()
    const environment = view.card?.environment ?? null
    window.setTitle(
      environment === null ? TITLE : `${TITLE} · ${ENVIRONMENT_WORDS[environment]} · Countersign`,
    )
    if (environment !== null && environment !== pictured) setEnvironmentIcon(window, environment)
    pictured = environment
    keepAbove()
  }

  const around = (): void => {
    if (BrowserWindow.getFocusedWindow() !== null) notice.done()
    keepAbove()
    tell()
  }
  const beforeQuit = (): void => {
    ended = true
  }
  app.on('browser-window-focus', around)
  app.on('browser-window-blur', around)
  app.on('before-quit', beforeQuit)
  const stops: Disposer[] = [
    port.confirm.subscribe(onView),
    port.onAttention(() => {
      notice.arrived()
      bring('quietly')
    }),
    notice.done,
    () => app.removeListener('browser-window-focus', around),
    () => app.removeListener('browser-window-blur', around),
    () => app.removeListener('before-quit', beforeQuit),
  ]

  return {
    show: () => bring('with-focus'),
    dispose() {
      ended = true
      for (const stop of [...stops, curtain.dispose]) stop()
      if (window !== null && !window.isDestroyed()) window.destroy()
      window = null
      app.setBadgeCount(0)
    },
  }
}
