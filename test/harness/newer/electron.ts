import { EventEmitter } from 'node:events'
import { Script } from 'node:vm'
import { StandInApp } from './app.js'
import { StandInWindow, type WindowDeps } from './browser-window.js'
import type { DriverLink } from './driver-link.js'
import { standInImages } from './images.js'
import { StandInChannel } from './message-ports.js'
import type { Area, FromPage, ServedFile, ToMain } from './messages.js'
import { StandInSessions } from './sessions.js'
import {
  StandInClipboard,
  StandInClipboardItem,
  standInDialogs,
  StandInKeyStore,
  StandInNotification,
  StandInPower,
  StandInScreen,
  standInShortcuts,
  StandInTray,
  standInUtilities,
} from './system-parts.js'
import type { InvokeHandler, StandInContents } from './web-contents.js'

export interface StandInOptions {
  readonly link: DriverLink
  /** The arguments after the program. */
  readonly args: readonly string[]
  /** The program's own version. */
  readonly version: string
}

const FAILED: ServedFile = { status: 500, headers: {}, body: new Uint8Array() }

/**
 * What the product uses of Electron's module, in the shape of the shipped version and without what
 * is deprecated there. Windows are pages of a browser that the test drives.
 */
export function standInElectron({ link, args, version }: StandInOptions): object {
  const app = new StandInApp(args, version)
  const screen = new StandInScreen()
  const handlers = new Map<string, InvokeHandler>()
  const captures = new Map<number, (png: Uint8Array) => void>()
  const sessions = new StandInSessions((session) => app.emit('session-created', session))
  let lastCapture = 0
  const deps: WindowDeps = {
    link,
    handlers,
    sessionOf: (partition) => sessions.fromPartition(partition),
    onPointer: (place) => (screen.cursor = place),
    onCreated: (window) => app.emit('web-contents-created', {}, window.webContents),
    onClosed: () => app.onWindowClosed(),
    onFocus: (window) => app.emit('browser-window-focus', {}, window),
    onBlur: (window) => app.emit('browser-window-blur', {}, window),
    capture: (window, area: Area) =>
      new Promise((resolve) => {
        lastCapture += 1
        captures.set(lastCapture, resolve)
        link.send({ kind: 'capture', id: lastCapture, window, area })
      }),
  }
  class BrowserWindow extends StandInWindow {
    constructor(options: ConstructorParameters<typeof StandInWindow>[0]) {
      super(options, deps)
    }
  }
  const electron = {
    app,
    BrowserWindow,
    clipboard: new StandInClipboard(),
    ClipboardItem: StandInClipboardItem,
    dialog: { ...standInDialogs },
    globalShortcut: { ...standInShortcuts },
    ipcMain: Object.assign(new EventEmitter(), {
      handle: (channel: string, handler: InvokeHandler) => void handlers.set(channel, handler),
    }),
    Menu: { setApplicationMenu: () => undefined, buildFromTemplate: (items: object) => items },
    MessageChannelMain: StandInChannel,
    nativeImage: standInImages,
    nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: true }),
    net: { isOnline: () => true },
    Notification: StandInNotification,
    powerMonitor: new StandInPower(),
    protocol: { registerSchemesAsPrivileged: () => undefined },
    // A system without a key store is a switch of Chromium.
    safeStorage: new StandInKeyStore(app.commandLine.getSwitchValue('password-store') !== 'basic'),
    screen,
    session: sessions,
    shell: { openExternal: () => Promise.resolve(), beep: () => undefined },
    systemPreferences: { canPromptTouchID: () => false },
    Tray: StandInTray,
    utilityProcess: standInUtilities,
    webContents: {
      fromId: (id: number): StandInContents | undefined => StandInWindow.fromId(id)?.webContents,
    },
  }
  const serve = async ({ id, url, method }: ToMain & { kind: 'serve' }): Promise<void> => {
    const session = sessions.fromPartition('countersign')
    const answer = await session.serve(url, method).catch(() => FAILED)
    link.send({ kind: 'served', id, answer })
  }
  const evaluate = async (request: ToMain & { kind: 'evaluate' }): Promise<void> => {
    const { id, source, argument, window } = request
    try {
      const script = new Script(`(${source})`)
      const run = script.runInThisContext() as (subject: unknown, argument: unknown) => unknown
      const subject = window === null ? electron : StandInWindow.fromId(window)
      link.send({ kind: 'evaluated', id, value: plain(await run(subject, argument)) })
    } catch (error) {
      link.send({ kind: 'evaluation-failed', id, error: String(error) })
    }
  }
  link.onMessage((message) => {
    switch (message.kind) {
      case 'received':
        return StandInWindow.fromId(message.window)?.webContents.receive(
          JSON.parse(message.text) as FromPage,
        )
      case 'closed':
        return StandInWindow.fromId(message.window)?.onPageClosed()
      case 'gone':
        return StandInWindow.fromId(message.window)?.webContents.onGone()
      case 'serve':
        return void serve(message)
      case 'captured':
        captures.get(message.id)?.(message.png)
        return void captures.delete(message.id)
      case 'evaluate':
        return void evaluate(message)
      case 'quit':
        return app.quit()
    }
  })
  return electron
}

/** Returns what can be sent to the test; nothing for objects with functions. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)
}
