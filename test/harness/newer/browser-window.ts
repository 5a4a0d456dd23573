import { EventEmitter } from 'node:events'
import type { Area } from './messages.js'
import type { StandInSession } from './sessions.js'
import { StandInContents, type ContentsDeps } from './web-contents.js'

/** The part of a window's options that the stand-in reads. */
interface WindowOptions extends Partial<Area> {
  readonly title?: string
  readonly webPreferences: { readonly partition: string; readonly sandbox: boolean }
}

/** What a window needs of the program around it. */
export interface WindowDeps extends ContentsDeps {
  readonly sessionOf: (partition: string) => StandInSession
  readonly onCreated: (window: StandInWindow) => void
  readonly onClosed: () => void
  readonly onFocus: (window: StandInWindow) => void
  readonly onBlur: (window: StandInWindow) => void
}

const windows: StandInWindow[] = []
let focused: StandInWindow | null = null
let lastWindow = 0

const setFocused = (window: StandInWindow | null): void => {
  focused = window
}

const preventable = (): { defaultPrevented: boolean; preventDefault(): void } => ({
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true
  },
})

/** A window, of which the driver shows the page in a browser. */
export class StandInWindow extends EventEmitter {
  readonly id: number
  readonly webContents: StandInContents
  readonly #deps: WindowDeps
  #area: Area
  #title: string
  #isVisible = false
  #isMinimized = false
  #isMaximized = false
  #isOnTop = false
  #isDestroyed = false

  constructor(options: WindowOptions, deps: WindowDeps) {
    super()
    const { x = 0, y = 0, width = 800, height = 600, title = '', webPreferences } = options
    if (!webPreferences.sandbox) throw new Error('The stand-in has sandboxed windows only.')
    lastWindow += 1
    this.id = lastWindow
    this.#deps = deps
    this.#area = { x, y, width, height }
    this.#title = title
    this.webContents = new StandInContents(this, deps.sessionOf(webPreferences.partition), deps)
    windows.push(this)
    deps.link.send({ kind: 'open', window: this.id, url: 'about:blank', area: this.#area })
    deps.onCreated(this)
  }

  static getAllWindows(): StandInWindow[] {
    return [...windows]
  }

  static getFocusedWindow(): StandInWindow | null {
    return focused
  }

  static fromWebContents(contents: StandInContents): StandInWindow | null {
    return windows.find(({ webContents }) => webContents === contents) ?? null
  }

  static fromId(id: number): StandInWindow | null {
    return windows.find((window) => window.id === id) ?? null
  }

  loadURL(url: string): Promise<void> {
    this.webContents.load(url)
    return Promise.resolve()
  }

  show(): void {
    this.#setVisible(true)
    this.focus()
  }

  showInactive(): void {
    this.#setVisible(true)
  }

  hide(): void {
    this.#setVisible(false)
    this.blur()
  }

  focus(): void {
    if (focused === this || !this.#isVisible) return
    focused?.blur()
    setFocused(this)
    this.emit('focus', {})
    this.#deps.onFocus(this)
  }

  blur(): void {
    if (focused !== this) return
    setFocused(null)
    this.emit('blur', {})
    this.#deps.onBlur(this)
  }

  minimize(): void {
    this.#isMinimized = true
    this.blur()
    this.emit('minimize', {})
  }

  restore(): void {
    this.#isMinimized = false
    this.emit('restore', {})
  }

  maximize(): void {
    this.#isMaximized = true
    this.emit('maximize', {})
  }

  unmaximize(): void {
    this.#isMaximized = false
    this.emit('unmaximize', {})
  }

  isVisible = (): boolean => this.#isVisible
  isMinimized = (): boolean => this.#isMinimized
  isMaximized = (): boolean => this.#isMaximized
  isFullScreen = (): boolean => false
  isFocused = (): boolean => focused === this
  isAlwaysOnTop = (): boolean => this.#isOnTop
  isDestroyed = (): boolean => this.#isDestroyed
  getTitle = (): string => this.#title
  getBounds = (): Area => this.#area
  getNormalBounds = (): Area => this.#area
  getContentBounds = (): Area => this.#area

  setAlwaysOnTop(isOnTop: boolean): void {
    this.#isOnTop = isOnTop
  }

  setTitle(title: string): void {
    this.#title = title
  }

  setIcon(): void {}
  setFullScreenable(): void {}
  flashFrame(): void {}

  setBounds(area: Partial<Area>): void {
    const before = this.#area
    this.#area = { ...before, ...area }
    this.#deps.link.send({ kind: 'resize', window: this.id, area: this.#area })
    if (before.x !== this.#area.x || before.y !== this.#area.y) this.emit('move', {})
    if (before.width !== this.#area.width || before.height !== this.#area.height) {
      this.emit('resize', {})
    }
  }

  /** Closes it once its page has ended, unless a listener prevents that; false where one does. */
  close(): boolean {
    if (this.#isDestroyed) return true
    const event = preventable()
    this.emit('close', event)
    if (event.defaultPrevented) return false
    this.#deps.link.send({ kind: 'close', window: this.id })
    return true
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#deps.link.send({ kind: 'close', window: this.id })
    this.onPageClosed()
  }

  /** The page of the window ended, on request or by the test. */
  onPageClosed(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    windows.splice(windows.indexOf(this), 1)
    this.blur()
    this.webContents.emit('destroyed', {})
    this.emit('closed', {})
    this.#deps.onClosed()
  }

  /** The page changed its title, which is the window's unless a listener prevents that. */
  onPageTitle(title: string): void {
    const event = preventable()
    this.webContents.emit('page-title-updated', event, title, true)
    this.emit('page-title-updated', event, title, true)
    if (!event.defaultPrevented) this.#title = title
  }

  #setVisible(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return
    this.#isVisible = isVisible
    this.emit(isVisible ? 'show' : 'hide', {})
  }
}
