import { app, type BrowserWindow, type Rectangle } from 'electron'
import type { SenderRegistry } from '../../app/ipc/sender-registry.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import { showEnvironment } from '../system/environment-icon.js'
import { APP_ORIGIN } from '../../../shared/ipc/channels.js'
import { SAFE_PAGE } from './window-crashes.js'
import { createAppWindow } from './window-factory.js'
import { ensureFullyVisible, openWindowPlacement } from './window-placement.js'

export interface MainWindowOptions {
  readonly preload: string
  readonly senders: SenderRegistry
  readonly title: string
  /** The first page, where it is not the usual one. */
  readonly page?: string
}

/** The main window. Closing it ends the program, or hides it where the person chose the tray. */
export class MainWindow {
  readonly #options: MainWindowOptions
  #window: BrowserWindow | null = null
  #profile: Profile | null = null
  /** True when the window may close; the end of the program is requested otherwise. */
  mayClose: () => boolean = () => true
  /** True when closing hides the window, and the program goes on in the tray. */
  closesToTray: () => boolean = () => false
  /** Called when the system ends the person's session. */
  onSystemEnding: () => void = () => undefined

  constructor(options: MainWindowOptions) {
    this.#options = options
  }

  /** Creates the window and loads its page; Electron must be ready. */
  open(): void {
    const placement = openWindowPlacement(app.getPath('userData'))
    const window = createAppWindow({
      ...this.#options,
      surface: 'main',
      bounds: placement.bounds,
    })
    if (this.#profile !== null) showEnvironment(window, this.#profile)
    if (placement.maximized) window.once('ready-to-show', () => window.maximize())
    placement.track(window)
    this.#window = window
    window.on('close', (event) => {
      if (this.closesToTray()) {
        event.preventDefault()
        window.hide()
      } else if (!this.mayClose()) event.preventDefault()
    })
    // Windows ends the session of the person without asking again.
    window.on('session-end', () => this.onSystemEnding())
    // Quit explicitly: the hidden confirm window would keep the program running without a main
    // window.
    window.on('closed', () => {
      this.#window = null
      app.quit()
    })
  }

  /** Shows it with focus, because the person requested it. */
  show = (): void => {
    if (this.#window?.isMinimized()) this.#window.restore()
    this.#window?.show()
    this.#window?.focus()
  }

  /** Loads its page again with few panels and without the saved layout. */
  reloadSafely = (): void => void this.#window?.loadURL(`${APP_ORIGIN}/${SAFE_PAGE}`)

  /** True while the person can see it, although another window may cover it. */
  isOnScreen = (): boolean => this.#window?.isVisible() === true && !this.#window.isMinimized()

  /** Returns where it is on the screens; null while it is not in view. */
  bounds = (): Rectangle | null => {
    const window = this.#window
    return window === null || !window.isVisible() || window.isMinimized()
      ? null
      : window.getBounds()
  }

  /** Brings it back onto a display after its own was removed. */
  ensureVisible = (): void => {
    const window = this.#window
    if (window === null || window.isMaximized() || window.isFullScreen()) return
    ensureFullyVisible(window)
  }

  /**
   * Shows the environment of the open profile; after a switch the page is reloaded, so that no data
   * of the old one remains.
   */
  showProfile = (profile: Profile, isSwitch: boolean): void => {
    this.#profile = profile
    // The confirm window shows the environment with its card, and the card ended with the old
    // session.
    if (this.#window === null) return
    showEnvironment(this.#window, profile)
    if (isSwitch) this.#window.webContents.reload()
  }
}
