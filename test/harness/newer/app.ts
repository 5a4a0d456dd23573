import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { StandInWindow } from './browser-window.js'

/** The switches of a command line, in lower case as the shipped Electron has them. */
class Switches {
  readonly #values = new Map<string, string>()

  constructor(args: readonly string[]) {
    for (const argument of args) {
      const [, name, value = ''] = /^--([\w-]+)(?:=(.*))?$/s.exec(argument) ?? []
      if (name !== undefined) this.#values.set(name.toLowerCase(), value)
    }
  }

  hasSwitch = (name: string): boolean => this.#values.has(name)
  getSwitchValue = (name: string): string => this.#values.get(name) ?? ''
  appendSwitch = (name: string, value = ''): void => void this.#values.set(name, value)
}

/** `app` of the shipped Electron. */
export class StandInApp extends EventEmitter {
  readonly isPackaged = false
  readonly commandLine: Switches
  readonly #version: string
  #isQuitting = false
  badge = 0

  constructor(args: readonly string[], version: string) {
    super()
    this.commandLine = new Switches(args)
    this.#version = version
    mkdirSync(this.getPath('userData'), { recursive: true })
  }

  getPath(name: string): string {
    const data = this.commandLine.getSwitchValue('user-data-dir')
    switch (name) {
      case 'userData':
      case 'sessionData':
        return data
      case 'logs':
      case 'crashDumps':
        return join(data, name)
      case 'temp':
        return tmpdir()
      case 'exe':
        return process.execPath
      case 'home':
      case 'documents':
      case 'downloads':
        return homedir()
      default:
        throw new Error(`Failed to get '${name}' path`)
    }
  }

  getVersion = (): string => this.#version
  getName = (): string => 'Countersign'
  getLocale = (): string => 'en-US'
  getAppPath = (): string => process.cwd()
  isReady = (): boolean => true
  whenReady = (): Promise<void> => Promise.resolve()
  requestSingleInstanceLock = (): boolean => true
  enableSandbox = (): void => undefined
  setAppUserModelId = (): void => undefined
  configureHostResolver = (): void => undefined
  getAppMetrics = (): readonly object[] => []

  setBadgeCount = (count: number): boolean => {
    this.badge = count
    return true
  }

  /** Ends the program in the steps of Electron, each of which a listener may prevent. */
  quit(): void {
    if (this.#isQuitting || this.#isPrevented('before-quit')) return
    this.#isQuitting = true
    const windows = StandInWindow.getAllWindows()
    if (windows.length === 0) return this.#endQuitting()
    if (!windows.map((window) => window.close()).every((isClosing) => isClosing)) {
      this.#isQuitting = false
    }
  }

  exit(code = 0): void {
    this.emit('quit', {}, code)
    process.exit(code)
  }

  /** Called when a window has closed; without any, the program ends unless a listener says more. */
  onWindowClosed(): void {
    if (StandInWindow.getAllWindows().length > 0) return
    if (this.#isQuitting) return this.#endQuitting()
    if (!this.emit('window-all-closed')) this.quit()
  }

  #endQuitting(): void {
    const isPrevented = this.#isPrevented('will-quit')
    this.#isQuitting = false
    if (!isPrevented) this.exit(0)
  }

  #isPrevented(name: string): boolean {
    let isPrevented = false
    this.emit(name, { preventDefault: () => (isPrevented = true) })
    return isPrevented
  }
}
