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
import { nameProgram } from './shell/system/app-identity.js'
import { createAssetHandler, SCHEME_PRIVILEGES } from './app/security/app-protocol.js'
import type { Profile } from '../shared/domain/app/profile.js'
import { APP_SCHEME, INVOKE_CHANNEL, STREAM_CHANNEL } from '../shared/ipc/channels.js'
import type { MainApplication } from './shell/main-application.js'
import { showEnvironment } from './shell/system/environment-icon.js'
import { guardApp, guardSession } from './shell/security/guards.js'
import { practiceArgs } from './app/practice/practice-args.js'
import { startPracticeEarly } from './shell/practice/practice-early.js'
import { openWindowPlacement } from './shell/windows/window-placement.js'
import { createSenderRegistry } from './app/ipc/sender-registry.js'
import { dangerousSwitches } from './app/security/dangerous-switches.js'
import { WINDOW_PARTITION } from './shell/security/web-preferences.js'
import { createAppWindow } from './shell/windows/window-factory.js'

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
let application: MainApplication | null = null

function openWindow(): void {
  const placement = openWindowPlacement(app.getPath('userData'))
  const window = createAppWindow({
    preload: PRELOAD,
    senders,
    surface: 'main',
    title: TITLE,
    bounds: placement.bounds,
  })
  if (profile !== null) showEnvironment(window, profile)
  if (placement.maximized) window.once('ready-to-show', () => window.maximize())
  placement.track(window)
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
function onProfile(opened: Profile, isSwitch: boolean): void {
  profile = opened
  // The confirm window names the environment by its card, and its card is gone with the old
  // session.
  if (mainWindow === null) return
  showEnvironment(mainWindow, opened)
  if (isSwitch) mainWindow.webContents.reload()
}

/** Brings the window up because the person asked for it. */
function showMainWindow(): void {
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
  const earlyPractice = startPracticeEarly(practiceBundle, userData, passed)
  let resolveApplication: (started: MainApplication) => void = () => undefined
  const applicationStarted = new Promise<MainApplication>((resolve) => {
    resolveApplication = resolve
  })
  ipcMain.handle(INVOKE_CHANNEL, async (event, payload: unknown) =>
    (await applicationStarted).invoke(event, payload),
  )
  ipcMain.handle(STREAM_CHANNEL, async (event, payload: unknown) =>
    (await applicationStarted).stream(event, payload),
  )
  openWindow()
  const [{ startMainApplication }, { installTestHooks, testDial }] = await Promise.all([
    import('./shell/main-application.js'),
    import('./shell/test-hooks.js'),
  ])
  application = await startMainApplication({
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
    showMainWindow,
  })
  installTestHooks(application, app.isPackaged, process.env)
  resolveApplication(application)
  await application.connect()
}

if (app.requestSingleInstanceLock()) {
  // A second start shows the window that is there; two programs on one profile would fight over
  // tokens and the journal.
  app.on('second-instance', showMainWindow)
  let stopping = false
  app.on('before-quit', (event) => {
    if (stopping || application === null) return
    event.preventDefault()
    stopping = true
    void application.stop().finally(() => app.quit())
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
