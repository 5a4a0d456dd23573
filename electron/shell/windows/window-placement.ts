import { readFileSync } from 'node:fs'
import path from 'node:path'
import { screen, type BrowserWindow, type Rectangle } from 'electron'
import type Store from 'electron-store'
import { parseBounds, placeFullyVisible, placeWindow } from './window-bounds.js'

const SETTLE_MS = 400

/**
 * Where the window was last time, as far as the screens of today allow, and a way to keep that up
 * to date.
 */
export interface WindowPlacement {
  readonly bounds: Rectangle | null
  readonly maximized: boolean
  /**
   * Keeps the window's place from now on. On systems that place windows themselves this is a wish.
   */
  track(window: BrowserWindow): void
}

/** The parts of the screens that windows may use, the main one first. */
function workAreas(): readonly Rectangle[] {
  const main = screen.getPrimaryDisplay()
  return [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(
    ({ workArea }) => workArea,
  )
}

/**
 * Brings a window that hangs over an edge, or stands where no screen is any more, back whole;
 * leaves any other where it is.
 */
export function ensureFullyVisible(window: BrowserWindow): void {
  const now = window.getBounds()
  const place = placeFullyVisible(now, workAreas())
  if (
    place !== null &&
    (place.x !== now.x ||
      place.y !== now.y ||
      place.width !== now.width ||
      place.height !== now.height)
  ) {
    window.setBounds(place)
  }
}

const FILE = 'window'

/**
 * What is kept of a window; read without the library that writes it, for which a first window would
 * have to wait.
 */
function readStored(directory: string, name: string): unknown {
  try {
    const stored: unknown = JSON.parse(readFileSync(path.join(directory, `${FILE}.json`), 'utf8'))
    return typeof stored === 'object' && stored !== null && name in stored
      ? Reflect.get(stored, name)
      : null
  } catch {
    return null
  }
}

/**
 * @param directory this profile's folder
 * @param name which window it is
 */
export function openWindowPlacement(
  directory: string,
  name: 'desk' | 'confirm' = 'desk',
): WindowPlacement {
  let store: Store<Partial<Record<typeof name, unknown>>> | null = null
  const openStore = async (): Promise<void> => {
    try {
      const { default: ElectronStore } = await import('electron-store')
      store = new ElectronStore<Partial<Record<typeof name, unknown>>>({
        cwd: directory,
        name: FILE,
        clearInvalidConfig: true,
      })
    } catch {
      // A window's place is not worth an error: the default is used and nothing is kept.
    }
  }
  const stored = parseBounds(readStored(directory, name))
  return {
    bounds: stored === null ? null : placeWindow(stored, workAreas()),
    maximized: stored?.maximized ?? false,
    track(window) {
      window.once('show', () => void openStore())
      let timer: NodeJS.Timeout | null = null
      const save = (): void => {
        timer = null
        if (window.isDestroyed() || window.isMinimized()) return
        try {
          store?.set(name, { ...window.getNormalBounds(), maximized: window.isMaximized() })
        } catch {
          // The next move tries again.
        }
      }
      const saveSoon = (): void => {
        if (timer !== null) clearTimeout(timer)
        timer = setTimeout(save, SETTLE_MS)
      }
      for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) {
        window.on(event as 'resize', saveSoon)
      }
      window.on('close', save)
    },
  }
}
