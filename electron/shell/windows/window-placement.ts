import { rmSync } from 'node:fs'
import path from 'node:path'
import { screen, type BrowserWindow, type Rectangle } from 'electron'
import { JsonObjectFile } from '../../adapters/json-object-file.js'
import { parseBounds, placeFullyVisible, placeWindow } from '../../app/windows/window-bounds.js'

const SETTLE_MS = 400

/** The last position of a window, adjusted to the current screens, and its storage. */
export interface WindowPlacement {
  readonly bounds: Rectangle | null
  readonly maximized: boolean
  /** Stores the window's position from now on. Some systems place windows themselves. */
  track(window: BrowserWindow): void
}

/** Returns the usable areas of the screens, the main one first. */
function workAreas(): readonly Rectangle[] {
  const main = screen.getPrimaryDisplay()
  return [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(
    ({ workArea }) => workArea,
  )
}

/** Moves a window entirely onto a screen when it extends over an edge or its screen is gone. */
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

const FILE = 'window.json'

/** Reads a window's stored data; null when there is none that can be read. */
function readStored(file: string, name: string): unknown {
  try {
    return new JsonObjectFile(file).get(name) ?? null
  } catch {
    return null
  }
}

/** Stores a window's data beside that of the others; an unreadable file is replaced. */
function store(file: string, name: string, data: unknown): void {
  let stored: JsonObjectFile
  try {
    stored = new JsonObjectFile(file)
  } catch {
    rmSync(file, { force: true })
    stored = new JsonObjectFile(file)
  }
  stored.set({ [name]: data })
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
  const file = path.join(directory, FILE)
  const stored = parseBounds(readStored(file, name))
  return {
    bounds: stored === null ? null : placeWindow(stored, workAreas()),
    maximized: stored?.maximized ?? false,
    track(window) {
      let isShown = false
      window.once('show', () => {
        isShown = true
      })
      let timer: NodeJS.Timeout | null = null
      const save = (): void => {
        timer = null
        if (!isShown || window.isDestroyed() || window.isMinimized()) return
        try {
          store(file, name, { ...window.getNormalBounds(), maximized: window.isMaximized() })
        } catch {
          // A position is not worth an error, and the next move tries again.
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
