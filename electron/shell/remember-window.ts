import { screen, type BrowserWindow, type Rectangle } from 'electron'
import Store from 'electron-store'
import { parseBounds, placeWindow } from './window-bounds.js'

const SETTLE_MS = 400

/** Where the window was last time, as far as the screens of today allow, and a way to keep that up to date. */
export interface WindowMemory {
  readonly bounds: Rectangle | null
  readonly maximized: boolean
  /** Keeps the window's place from now on. On systems that place windows themselves this is a wish. */
  follow(window: BrowserWindow): void
}

/** @param directory this profile's folder */
export function rememberWindow(directory: string): WindowMemory {
  let store: Store<{ desk?: unknown }> | null = null
  try {
    store = new Store({ cwd: directory, name: 'window', clearInvalidConfig: true })
  } catch {
    // A window's place is not worth an error: the default is used and nothing is kept.
  }
  const kept = parseBounds(store?.get('desk'))
  const main = screen.getPrimaryDisplay()
  const areas = [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(({ workArea }) => workArea)
  return {
    bounds: kept === null ? null : placeWindow(kept, areas),
    maximized: kept?.maximized ?? false,
    follow(window) {
      let timer: NodeJS.Timeout | null = null
      const keep = (): void => {
        timer = null
        if (window.isDestroyed() || window.isMinimized()) return
        try {
          store?.set('desk', { ...window.getNormalBounds(), maximized: window.isMaximized() })
        } catch {
          // The next move tries again.
        }
      }
      const soon = (): void => {
        if (timer !== null) clearTimeout(timer)
        timer = setTimeout(keep, SETTLE_MS)
      }
      for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) window.on(event as 'resize', soon)
      window.on('close', keep)
    },
  }
}
