import { app, BrowserWindow, nativeTheme, type Rectangle } from 'electron'
import type { Surface } from '../../../shared/ipc/entry.js'
import { APP_ORIGIN } from '../../../shared/ipc/channels.js'
import type { SenderRegistry } from '../../app/ipc/sender-registry.js'
import { markedTitle } from '../system/marked-title.js'
import { webPreferences } from '../security/web-preferences.js'
import { observeInput } from './observed-presses.js'
import { recoverFromCrashes } from './window-crashes.js'

export interface AppWindowOptions {
  readonly preload: string
  readonly senders: SenderRegistry
  readonly surface: Surface
  readonly title: string
  readonly bounds: Rectangle | null
  /** The page of our own scheme, with its query; the main window's by default. */
  readonly page?: string
  /** The initial and the minimum size; the main window's by default. */
  readonly size?: {
    readonly width: number
    readonly height: number
    readonly minWidth: number
    readonly minHeight: number
  }
  /** True for a window that stays hidden until `show` is called. */
  readonly hidden?: boolean
}

const MAIN_WINDOW_SIZE = { width: 1_440, height: 900, minWidth: 960, minHeight: 600 }

const SHOW_ANYWAY_MS = 4_000

/** Returns the background color before the page has any style: the same as the page's own. */
const backgroundColor = (): string => (nativeTheme.shouldUseDarkColors ? '#0f1216' : '#f4f5f7')

/**
 * Makes a window with frozen preferences, registered as a sender, that loads only our own origin
 * (SEC-01).
 */
export function createAppWindow(options: AppWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...(options.size ?? MAIN_WINDOW_SIZE),
    ...options.bounds,
    title: markedTitle(options.title, app),
    show: false,
    backgroundColor: backgroundColor(),
    autoHideMenuBar: true,
    webPreferences: webPreferences(options.preload, options.hidden !== true),
  })
  const { id } = window.webContents
  const forget = options.senders.add(id, options.surface)
  observeInput(window, (input) => options.senders.pressed(id, input))
  window.on('closed', forget)
  if (options.hidden !== true) {
    window.once('ready-to-show', () => window.show())
    // Show the window anyway when no first frame arrives (a faulty graphics driver); otherwise the
    // program would seem not to start.
    setTimeout(() => {
      if (!window.isDestroyed() && !window.isVisible()) window.show()
    }, SHOW_ANYWAY_MS).unref()
  }
  // The page may not change the title, which names the environment.
  window.on('page-title-updated', (event) => event.preventDefault())
  recoverFromCrashes(window, options.surface)
  void window.loadURL(`${APP_ORIGIN}/${options.page ?? 'index.html'}`)
  return window
}
