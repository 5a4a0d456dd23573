import { screen, type BrowserWindow } from 'electron'
import type { PanelWindows, PanelWindowsDeps } from '../../app/workspaces/panel-windows.js'
import type { SenderRegistry } from '../../app/ipc/sender-registry.js'
import { placeChosen } from '../../app/windows/window-bounds.js'
import type { Bounds } from '../../../shared/domain/app/workspaces/workspaces.schema.js'
import type { PanelWindowId } from '../../../shared/domain/app/workspaces/workspaces.js'
import type { ScreenPoint } from '../../../shared/domain/app/workspaces/windows-view.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import { showEnvironment } from '../system/environment-icon.js'
import { createAppWindow } from './window-factory.js'
import { ensureVisible, workAreas } from './window-placement.js'

export interface ElectronPanelWindowsOptions {
  readonly preload: string
  readonly senders: SenderRegistry
  readonly title: string
  /** Returns the bounds of the main window; null while it is not in view. */
  readonly mainBounds: () => Bounds | null
  /** Displays were connected, removed or changed. */
  readonly onDisplays: () => void
}

/** Where a window is shown. */
interface Place {
  readonly bounds: Bounds | null
  readonly maximized: boolean
}

const SIZE = { width: 720, height: 520, minWidth: 320, minHeight: 240 }
const SETTLE_MS = 400
/** Far above what the page of a window needs to close. */
const CLOSE_MS = 2_000
/** Screens report several changes while one is connected. */
const DISPLAYS_SETTLE_MS = 600

/**
 * The windows beside the main window, made by the same factory: the same preferences, guards and
 * recovery after a crash (SEC-01, SEC-05). They end with the program.
 */
export class ElectronPanelWindows {
  readonly #options: ElectronPanelWindowsOptions
  readonly #windows = new Map<PanelWindowId, BrowserWindow>()
  #deps: PanelWindowsDeps | null = null
  #profile: Profile | null = null
  #displaysTimer: NodeJS.Timeout | null = null
  /** True once the program ends: then windows close without being reported. */
  isEnding: () => boolean = () => false

  constructor(options: ElectronPanelWindowsOptions) {
    this.#options = options
  }

  /** Connects the windows to the workspaces. */
  connect(deps: PanelWindowsDeps): PanelWindows {
    this.#deps = deps
    for (const event of ['display-added', 'display-removed', 'display-metrics-changed'] as const) {
      screen.on(event as 'display-added', () => this.#onDisplays())
    }
    return {
      open: (id, place) => this.#open(id, place),
      move: (id, place) => this.#move(id, place),
      close: (id) => this.#close(id),
      show: (id) => this.#show(id),
      isMainWindowAt: (point, from) => this.#isMainWindowAt(point, from),
      displays: () => screen.getAllDisplays().map(({ bounds }) => bounds),
    }
  }

  /**
   * Shows the environment of the open profile; after a switch the pages are loaded again, so that
   * no data of the old one remains.
   */
  showProfile = (profile: Profile, isSwitch: boolean): void => {
    this.#profile = profile
    for (const window of this.#windows.values()) {
      showEnvironment(window, profile)
      if (isSwitch) window.webContents.reload()
    }
  }

  #open(id: PanelWindowId, place: Place): void {
    if (this.#windows.has(id)) return this.#show(id)
    const window = createAppWindow({
      ...this.#options,
      surface: 'panel',
      bounds: visibleBounds(place.bounds),
      page: `index.html?window=${id}`,
      size: SIZE,
    })
    this.#windows.set(id, window)
    if (this.#profile !== null) showEnvironment(window, this.#profile)
    if (place.maximized) window.once('ready-to-show', () => window.maximize())
    this.#track(id, window)
    window.on('closed', () => {
      if (this.#windows.get(id) !== window) return
      this.#windows.delete(id)
      if (!this.isEnding()) this.#deps?.onClosed(id)
    })
  }

  #move(id: PanelWindowId, { bounds, maximized }: Place): void {
    const window = this.#windows.get(id)
    if (window === undefined || bounds === null) return
    if (window.isMaximized() && !maximized) window.unmaximize()
    window.setBounds(visibleBounds(bounds) ?? bounds)
    if (maximized) window.maximize()
  }

  #close(id: PanelWindowId): Promise<void> {
    const window = this.#windows.get(id)
    this.#windows.delete(id)
    if (window === undefined || window.isDestroyed()) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(() => window.destroy(), CLOSE_MS)
      window.once('closed', () => {
        clearTimeout(timer)
        resolve()
      })
      window.close()
    })
  }

  #show(id: PanelWindowId): void {
    const window = this.#windows.get(id)
    if (window === undefined) return
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  #isMainWindowAt(point: ScreenPoint, from: PanelWindowId): boolean {
    const main = this.#options.mainBounds()
    const others = [...this.#windows]
      .filter(([id, window]) => id !== from && window.isVisible() && !window.isMinimized())
      .map(([, window]) => window.getBounds())
    return main !== null && holds(main, point) && !others.some((bounds) => holds(bounds, point))
  }

  /** Reports where the person leaves the window. */
  #track(id: PanelWindowId, window: BrowserWindow): void {
    let timer: NodeJS.Timeout | null = null
    const report = (displays: string): void => {
      timer = null
      if (window.isDestroyed() || window.isMinimized() || this.isEnding()) return
      // The system moves windows when a display is removed: nobody has chosen that place.
      if (this.#displaysTimer !== null || displays !== displaysKey()) return
      this.#deps?.onMoved(id, {
        bounds: window.getNormalBounds(),
        maximized: window.isMaximized(),
      })
    }
    for (const event of ['resize', 'move', 'maximize', 'unmaximize', 'show'] as const) {
      window.on(event as 'resize', () => {
        if (timer !== null) clearTimeout(timer)
        timer = setTimeout(report, SETTLE_MS, displaysKey())
      })
    }
  }

  /** A window on a removed display comes back onto another one. */
  #onDisplays(): void {
    if (this.#displaysTimer !== null) clearTimeout(this.#displaysTimer)
    this.#displaysTimer = setTimeout(() => {
      this.#displaysTimer = null
      this.#options.onDisplays()
      this.#deps?.onDisplays()
      for (const window of this.#windows.values()) {
        if (!window.isDestroyed() && !window.isMaximized()) ensureVisible(window)
      }
    }, DISPLAYS_SETTLE_MS)
  }
}

/** Identifies the displays that are connected now. */
const displaysKey = (): string =>
  JSON.stringify(screen.getAllDisplays().map(({ bounds }) => bounds))

const holds = ({ x, y, width, height }: Bounds, point: ScreenPoint): boolean =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height

/** Returns the bounds or, where their screen is gone, the nearest ones that are visible. */
const visibleBounds = (bounds: Bounds | null): Bounds | null =>
  bounds === null ? null : placeChosen(bounds, workAreas())
