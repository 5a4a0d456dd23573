import { BrowserWindow, nativeTheme, type Rectangle } from 'electron'
import type { Surface } from '../../../shared/ipc/contract.js'
import { APP_ORIGIN } from '../../../shared/ipc/channels.js'
import type { SenderRegistry } from '../../app/ipc/sender-registry.js'
import { webPreferences } from '../security/web-preferences.js'

export interface AppWindowOptions {
  readonly preload: string
  readonly senders: SenderRegistry
  readonly surface: Surface
  readonly title: string
  readonly bounds: Rectangle | null
  /** The page of our own scheme, with its query; the desk's otherwise. */
  readonly page?: string
  /** Size at first and at least; the desk's otherwise. */
  readonly size?: {
    readonly width: number
    readonly height: number
    readonly minWidth: number
    readonly minHeight: number
  }
  /** True for a window that stays hidden until somebody shows it. */
  readonly hidden?: boolean
}

const MAIN_WINDOW_SIZE = { width: 1_440, height: 900, minWidth: 960, minHeight: 600 }

const SHOW_ANYWAY_MS = 4_000

/**
 * A page that keeps crashing is left blank instead of burning the computer: orders are safe in
 * main.
 */
const MAX_CRASHES = 5
const CRASH_WINDOW_MS = 60_000

/**
 * The colours of the first paint, before the page has any style: the same as the page's own
 * background.
 */
const backgroundColor = (): string => (nativeTheme.shouldUseDarkColors ? '#0f1216' : '#f4f5f7')

/**
 * Makes a window of ours: frozen preferences, registered as a sender, loading our own origin and
 * nothing else.
 */
export function createAppWindow(options: AppWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...(options.size ?? MAIN_WINDOW_SIZE),
    ...options.bounds,
    title: options.title,
    show: false,
    backgroundColor: backgroundColor(),
    autoHideMenuBar: true,
    webPreferences: webPreferences(options.preload),
  })
  const forget = options.senders.add(window.webContents.id, options.surface)
  window.on('closed', forget)
  if (options.hidden !== true) {
    window.once('ready-to-show', () => window.show())
    // Without a first frame (a graphics driver in trouble) a hidden window would look like a
    // program that does not start.
    setTimeout(() => {
      if (!window.isDestroyed() && !window.isVisible()) window.show()
    }, SHOW_ANYWAY_MS).unref()
  }
  // The page may not rename its window: the title names the environment.
  window.on('page-title-updated', (event) => event.preventDefault())
  // A crashed page comes back by itself; its streams start again with a snapshot.
  const crashes: number[] = []
  window.webContents.on('render-process-gone', () => {
    const now = performance.now()
    crashes.push(now)
    const lately = crashes.filter((crashedAt) => now - crashedAt < CRASH_WINDOW_MS).length
    if (!window.isDestroyed() && lately <= MAX_CRASHES) window.webContents.reload()
  })
  void window.loadURL(`${APP_ORIGIN}/${options.page ?? 'index.html'}`)
  return window
}
