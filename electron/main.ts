import './polyfill.js'
import path from 'node:path'
import { app, dialog, Menu, protocol, session as electronSession } from 'electron'
import { createSenderRegistry } from './app/ipc/sender-registry.js'
import type { CannotStartReport, MainApplication } from './app/main-application.js'
import { practiceArgs } from './app/practice/practice-args.js'
import { startPracticeEarly } from './app/practice/practice-early.js'
import { createAssetHandler, SCHEME_PRIVILEGES } from './app/security/app-protocol.js'
import { dangerousSwitches } from './app/security/dangerous-switches.js'
import { APP_SCHEME } from '../shared/ipc/channels.js'
import { registerChannels } from './shell/ipc/register.js'
import { guardApp, guardSession } from './shell/security/guards.js'
import { WINDOW_PARTITION } from './shell/security/web-preferences.js'
import { nameProgram } from './shell/system/app-identity.js'
import { practiceLauncher } from './shell/system/practice-launcher.js'
import { MainWindow } from './shell/windows/main-window.js'

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
const mainWindow = new MainWindow({ preload: PRELOAD, senders, title: TITLE })
let application: MainApplication | null = null

/** Reports why on the screen and on standard error, then quits. */
function onCannotStart({ title, detail, quit, logged }: CannotStartReport): void {
  process.stderr.write(
    `Countersign cannot start the practice exchange: ${logged.replaceAll('\n', ' ')}\n`,
  )
  void dialog
    .showMessageBox({
      type: 'error',
      title: 'Countersign',
      message: title,
      detail,
      buttons: [quit],
    })
    .finally(() => app.quit())
}

/** Prepares the session of all windows: its guards, and the files of their pages. */
function prepareWindows(): void {
  const windows = electronSession.fromPartition(WINDOW_PARTITION, { cache: false })
  guardSession(windows)
  guardSession(electronSession.defaultSession)
  windows.protocol.handle(APP_SCHEME, createAssetHandler(path.join(OUT, 'renderer')))
}

/**
 * Starts the slowest parts first: the exchange in its own process, then the window and its page.
 * The rest of the program is loaded meanwhile; calls of the page wait for it.
 */
async function start(): Promise<void> {
  prepareWindows()
  const userData = app.getPath('userData')
  const launchPractice = practiceLauncher(path.join(OUT, 'boot', 'boot.cjs'))
  const passed = practiceArgs(process.argv)
  const earlyPractice = startPracticeEarly(launchPractice, userData, passed)
  let resolveApplication: (started: MainApplication) => void = () => undefined
  registerChannels(
    new Promise((resolve) => {
      resolveApplication = resolve
    }),
  )
  mainWindow.open()
  const [{ startMainApplication }, { electronDesktop }, { installTestHooks, testDial }] =
    await Promise.all([
      import('./app/main-application.js'),
      import('./shell/desktop.js'),
      import('./shell/test-hooks.js'),
    ])
  const bridgeBundle = path.join(OUT, 'bridge', 'bridge.cjs')
  application = await startMainApplication({
    desktop: electronDesktop({ senders, launchPractice, bridgeBundle, preload: PRELOAD, userData }),
    senders,
    userData,
    practiceArgs: passed,
    earlyPractice,
    dial: testDial(app.isPackaged, process.env),
    onCannotStart,
    onProfile: mainWindow.showProfile,
    showMainWindow: mainWindow.show,
  })
  installTestHooks(application, app.isPackaged, process.env)
  resolveApplication(application)
  await application.connect()
}

if (app.requestSingleInstanceLock()) {
  // A second start only shows the existing window: two programs on one profile would conflict over
  // tokens and the journal.
  app.on('second-instance', mainWindow.show)
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
