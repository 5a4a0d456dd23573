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

/** The folder of all bundles: out/main, out/preload, out/practice, out/renderer. */
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
// With --no-sandbox (root on Linux; a packaged program refuses it) this call would make every child
// process exit at once.
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
  // Quit explicitly: the hidden confirm window would keep the program running without a main
  // window.
  window.on('closed', () => {
    mainWindow = null
    app.quit()
  })
}

let profile: Profile | null = null
let mainWindow: BrowserWindow | null = null

/**
 * Shows the environment on the window; after a switch its page is reloaded, so that no data of the
 * old one remains.
 */
function onProfile(opened: Profile, isSwitch: boolean): void {
  profile = opened
  // The confirm window shows the environment with its card, and the card ended with the old
  // session.
  if (mainWindow === null) return
  showEnvironment(mainWindow, opened)
  if (isSwitch) mainWindow.webContents.reload()
}

/** Shows the main window, because the person requested it. */
function showMainWindow(): void {
  if (mainWindow?.isMinimized()) mainWindow.restore()
  mainWindow?.show()
  mainWindow?.focus()
}

/** Reports why on the screen and on standard error, then quits. */
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
 * Starts the slowest parts first: the exchange in its own process, then the window and its page.
 * The rest of the program is loaded meanwhile; calls of the page wait for it.
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
  // A second start only shows the existing window: two programs on one profile would conflict over
  // tokens and the journal.
  app.on('second-instance', showMainWindow)
  let stopping = false
  app.on('before-quit', (event) => {
    if (stopping || application === null) return
    event.preventDefault()
    stopping = true
    void application.stop().finally(() => app.quit())
  })
  // Before Electron is ready, because it would build a default menu first.
  Menu.setApplicationMenu(null)
  void app.whenReady().then(start)
} else {
  process.stderr.write(
    'Countersign is already running on this profile; its window was brought to the front.\n',
  )
  app.quit()
}
