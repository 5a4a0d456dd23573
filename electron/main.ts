import './polyfill.js'
import path from 'node:path'
import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  protocol,
  session as electronSession,
} from 'electron'
import { nameProgram } from './shell/app-identity.js'
import { createAssetHandler, SCHEME_PRIVILEGES } from './shell/app-protocol.js'
import type { Profile } from '../shared/domain/profile.js'
import { APP_SCHEME, INVOKE_CHANNEL, STREAM_CHANNEL } from '../shared/ipc/channels.js'
import type { Desk } from './shell/desk.js'
import { showEnvironment } from './shell/environment-look.js'
import { guardApp, guardSession } from './shell/guards.js'
import { practiceArgs } from './shell/practice-args.js'
import { startEarly } from './shell/practice-early.js'
import { rememberWindow } from './shell/remember-window.js'
import { createSenderRegistry } from './shell/sender-registry.js'
import { dangerousSwitches } from './shell/switches.js'
import { WINDOW_PARTITION } from './shell/web-preferences.js'
import { createDeskWindow } from './shell/window-factory.js'

/** Bundles lie beside each other: out/main, out/preload, out/practice, out/renderer. */
const OUT = path.resolve(__dirname, '..')
const PRELOAD = path.join(OUT, 'preload', 'preload.cjs')
const TITLE = 'Countersign'

const refusedSwitches = app.isPackaged ? dangerousSwitches(process.argv) : []
if (refusedSwitches.length > 0) {
  process.stderr.write(
    `Countersign does not start with --${refusedSwitches.join(', --')}: it would open the program to others.\n`,
  )
  app.exit(2)
}

protocol.registerSchemesAsPrivileged([SCHEME_PRIVILEGES])
// With --no-sandbox (root on Linux; a packaged program refuses it) this would make every child
// process end at once.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
nameProgram(app, process)
guardApp(app)
const senders = createSenderRegistry()
let desk: Desk | null = null

function openWindow(): void {
  const memory = rememberWindow(app.getPath('userData'))
  const window = createDeskWindow({
    preload: PRELOAD,
    senders,
    surface: 'main',
    title: TITLE,
    bounds: memory.bounds,
  })
  if (profile !== null) showEnvironment(window, profile)
  if (memory.maximized) window.once('ready-to-show', () => window.maximize())
  memory.follow(window)
  mainWindow = window
  // The confirm window is only ever hidden, and would keep the program alive with no desk on the
  // screen.
  window.on('closed', () => {
    mainWindow = null
    app.quit()
  })
}

let profile: Profile | null = null
let mainWindow: BrowserWindow | null = null

/**
 * Names the environment on the window; after a switch its page starts anew, so that nothing of the
 * old one is left in it.
 */
function onProfile(next: Profile, again: boolean): void {
  profile = next
  // The confirm window names the environment by its card, and its card is gone with the old
  // session.
  if (mainWindow === null) return
  showEnvironment(mainWindow, next)
  if (again) mainWindow.webContents.reload()
}

/** Brings the window up because the person asked for it. */
function showDesk(): void {
  if (mainWindow?.isMinimized()) mainWindow.restore()
  mainWindow?.show()
  mainWindow?.focus()
}

/** Says why, on the screen and to whoever started the program from a terminal, and ends. */
function onCannotStart(message: string): void {
  process.stderr.write(
    `Countersign cannot start the practice exchange: ${message.replaceAll('\n', ' ')}\n`,
  )
  void dialog
    .showMessageBox({
      type: 'error',
      title: 'Countersign',
      message: 'The practice exchange cannot start.',
      detail: message,
      buttons: ['Quit'],
    })
    .finally(() => app.quit())
}

/**
 * First what takes longest, and on its own processor: the exchange, then the window and its page.
 * The program behind them is loaded
 * while they come up; what the page asks until then waits for it.
 */
async function start(): Promise<void> {
  const windows = electronSession.fromPartition(WINDOW_PARTITION, { cache: false })
  guardSession(windows)
  guardSession(electronSession.defaultSession)
  windows.protocol.handle(APP_SCHEME, createAssetHandler(path.join(OUT, 'renderer')))
  const userData = app.getPath('userData')
  const practiceBundle = path.join(OUT, 'boot', 'boot.cjs')
  const passed = practiceArgs(process.argv)
  const earlyPractice = startEarly(practiceBundle, userData, passed)
  let stands: (standing: Desk) => void = () => undefined
  const behind = new Promise<Desk>((resolve) => {
    stands = resolve
  })
  ipcMain.handle(INVOKE_CHANNEL, async (event, payload: unknown) =>
    (await behind).invoke(event, payload),
  )
  ipcMain.handle(STREAM_CHANNEL, async (event, payload: unknown) =>
    (await behind).stream(event, payload),
  )
  openWindow()
  const [{ startDesk }, { installTestHooks, testDial }] = await Promise.all([
    import('./shell/desk.js'),
    import('./shell/test-hooks.js'),
  ])
  desk = await startDesk({
    senders,
    preload: PRELOAD,
    bridgeBundle: path.join(OUT, 'bridge', 'bridge.cjs'),
    practiceBundle,
    userData,
    practiceArgs: passed,
    earlyPractice,
    dial: testDial(app.isPackaged, process.env),
    onCannotStart,
    onProfile,
    showDesk,
  })
  installTestHooks(desk, app.isPackaged, process.env)
  stands(desk)
  await desk.connect()
}

if (app.requestSingleInstanceLock()) {
  // A second start shows the window that is there; two programs on one profile would fight over
  // tokens and the journal.
  app.on('second-instance', showDesk)
  let stopping = false
  app.on('before-quit', (event) => {
    if (stopping || desk === null) return
    event.preventDefault()
    stopping = true
    void desk.stop().finally(() => app.quit())
  })
  // Before Electron is ready: it would build a menu of its own first.
  Menu.setApplicationMenu(null)
  void app.whenReady().then(start)
} else {
  process.stderr.write(
    'Countersign is already running on this profile; its window was brought to the front.\n',
  )
  app.quit()
}
