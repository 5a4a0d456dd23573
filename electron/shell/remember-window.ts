import { screen, type BrowserWindow, type Rectangle } from 'electron'
import Store from 'electron-store'
import { parseBounds, placeWhole, placeWindow } from './window-bounds.js'

const SETTLE_MS = 400

/** Where the window was last time, as far as the screens of today allow, and a way to keep that up to date. */
export interface WindowMemory {
  readonly bounds: Rectangle | null
  readonly maximized: boolean
  /** Keeps the window's place from now on. On systems that place windows themselves this is a wish. */
  follow(window: BrowserWindow): void
}

/** The parts of the screens that windows may use, the main one first. */
function workAreas(): readonly Rectangle[] {
  const main = screen.getPrimaryDisplay()
  return [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(({ workArea }) => workArea)
}

/** Brings a window that hangs over an edge, or stands where no screen is any more, back whole; leaves any other where it is. */
export function wholeOnScreen(window: BrowserWindow): void {
  const now = window.getBounds()
  const place = placeWhole(now, workAreas())
  if (place !== null && (place.x !== now.x || place.y !== now.y || place.width !== now.width || place.height !== now.height)) window.setBounds(place)
}

/**
 * @param directory this profile's folder
 * @param name which window it is
 */
export function rememberWindow(directory: string, name: 'desk' | 'confirm' = 'desk'): WindowMemory {
  let store: Store<Partial<Record<typeof name, unknown>>> | null = null
  try {
    store = new Store({ cwd: directory, name: 'window', clearInvalidConfig: true })
  } catch {
    // A window's place is not worth an error: the default is used and nothing is kept.
  }
  const kept = parseBounds(store?.get(name))
  return {
    bounds: kept === null ? null : placeWindow(kept, workAreas()),
    maximized: kept?.maximized ?? false,
    follow(window) {
      let timer: NodeJS.Timeout | null = null
      const keep = (): void => {
        timer = null
        if (window.isDestroyed() || window.isMinimized()) return
        try {
          store?.set(name, { ...window.getNormalBounds(), maximized: window.isMaximized() })
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
