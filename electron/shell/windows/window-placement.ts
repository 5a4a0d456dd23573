import { readFileSync } from 'node:fs'
import path from 'node:path'
import { screen, type BrowserWindow, type Rectangle } from 'electron'
import type Store from 'electron-store'
import { PRIVATE_FILE } from '../../adapters/file-errors.js'
import {
  parseBounds,
  placeChosen,
  placeFullyVisible,
  placeWindow,
} from '../../app/windows/window-bounds.js'

const SETTLE_MS = 400

/** The last position of a window, adjusted to the current screens, and its storage. */
export interface WindowPlacement {
  readonly bounds: Rectangle | null
  readonly maximized: boolean
  /** Stores the window's position from now on. Some systems place windows themselves. */
  track(window: BrowserWindow): void
}

/** Returns the usable areas of the screens, the main one first. */
export function workAreas(): readonly Rectangle[] {
  const main = screen.getPrimaryDisplay()
  return [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(
    ({ workArea }) => workArea,
  )
}

/** Moves a window entirely onto a screen when it extends over an edge or its screen is gone. */
export const ensureFullyVisible = (window: BrowserWindow): void =>
  moveTo(window, placeFullyVisible(window.getBounds(), workAreas()))

/** Moves a window that the person placed entirely onto a screen, unless all of it is visible. */
export const ensureVisible = (window: BrowserWindow): void =>
  moveTo(window, placeChosen(window.getBounds(), workAreas()))

function moveTo(window: BrowserWindow, place: Rectangle | null): void {
  const now = window.getBounds()
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
 * Reads a window's stored data without the library that writes it, because loading it would delay
 * the first window.
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
 * Opens the stored position of a window.
 * @param directory the program's data folder
 * @param name the window's id
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
        configFileMode: PRIVATE_FILE,
      })
    } catch {
      // A position is not worth an error: use the default and store nothing.
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
