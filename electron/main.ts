import './polyfill.js'
import path from 'node:path'
import { app, dialog, Menu, protocol, session as electronSession } from 'electron'
import { createSenderRegistry } from './app/ipc/sender-registry.js'
import type { MainApplication } from './app/main-application.js'
import { practiceArgs } from './app/practice/practice-args.js'
import { startPracticeEarly } from './app/practice/practice-early.js'
import { createAssetHandler, SCHEME_PRIVILEGES } from './app/security/app-protocol.js'
import { dangerousSwitches } from './app/security/dangerous-switches.js'
import { givenFolderProblem, lockProblem } from './app/start/data-folder.js'
import { programFilesProblem } from './app/start/program-files.js'
import { describeStartError } from './app/start/start-error.js'
import { storedFilesProblem } from './app/start/stored-files.js'
import { APP_SCHEME } from '../shared/ipc/channels.js'
import { registerChannels } from './shell/ipc/register.js'
import { serveAssets } from './shell/security/asset-scheme.js'
import { guardApp, guardSession } from './shell/security/guards.js'
import { appendQuietSwitches, turnOffResolver } from './shell/security/no-network.js'
import { WINDOW_PARTITION } from './shell/security/web-preferences.js'
import { nameProgram } from './shell/system/app-identity.js'
import { practiceLauncher } from './shell/system/practice-launcher.js'
import { QuitControl } from './shell/system/quit-control.js'
import { MainWindow } from './shell/windows/main-window.js'
import { ElectronPanelWindows } from './shell/windows/panel-windows.js'
import { inEnglish } from '../shared/messages/format-message.js'
import { message } from '../shared/messages/make-message.js'
import type { Message } from '../shared/messages/message.js'

/** The folder of all bundles: out/main, out/preload, out/practice, out/renderer. */
const OUT = path.resolve(__dirname, '..')
const PRELOAD = path.join(OUT, 'preload', 'preload.cjs')
const TITLE = 'Countersign'

const refusedSwitches = app.isPackaged ? dangerousSwitches(process.argv) : []
if (refusedSwitches.length > 0) {
  const switches = `--${refusedSwitches.join(', --')}`
  const problem = message('start.dangerousSwitches', { switches })
  const report = inEnglish(message('start.report', { problem }))
  process.stderr.write(`${report}\n`)
  // Before Electron is ready, so that the switches have no effect yet.
  dialog.showErrorBox(TITLE, report)
  app.exit(2)
}

protocol.registerSchemesAsPrivileged([SCHEME_PRIVILEGES])
// With --no-sandbox (root on Linux; a packaged program refuses it) this call would make every child
// process exit at once.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
nameProgram(app, process)
appendQuietSwitches(app)
guardApp(app)
const senders = createSenderRegistry()
const mainWindow = new MainWindow({ preload: PRELOAD, senders, title: TITLE })
const panelWindows = new ElectronPanelWindows({
  preload: PRELOAD,
  senders,
  title: TITLE,
  mainBounds: mainWindow.bounds,
  onDisplays: mainWindow.ensureVisible,
})
let application: MainApplication | null = null

/** Reports why the program cannot start, then ends it; `orders` says what happened to orders. */
async function failStart(problem: Message, orders?: Message): Promise<void> {
  const { endFailedStart } = await import('./shell/system/start-failure.js')
  await endFailedStart(problem, {
    ...(orders === undefined ? {} : { orders }),
    beforeExit: async () => application?.stop(),
  })
}

/** Reports an error that a step of the start threw. */
async function failWith(error: unknown): Promise<void> {
  try {
    await failStart(describeStartError(app.getPath('userData'), error))
  } catch {
    // Files of the program are missing, among them the dialog's: only the plain error is left.
    const problem = message('start.failed', { reason: String(error) })
    const report = inEnglish(message('start.report', { problem }))
    process.stderr.write(`${report}\n`)
    dialog.showErrorBox(TITLE, report)
    app.exit(1)
  }
}

/** Prepares the session of all windows: its guards, and the files of their pages. */
function prepareWindows(): void {
  turnOffResolver(app)
  const windows = electronSession.fromPartition(WINDOW_PARTITION, { cache: false })
  guardSession(windows)
  guardSession(electronSession.defaultSession)
  serveAssets(windows.protocol, APP_SCHEME, createAssetHandler(path.join(OUT, 'renderer')))
}

/**
 * Starts the slowest parts first: the exchange in its own process, then the window and its page.
 * The rest of the program is loaded meanwhile; calls of the page wait for it.
 */
async function start(): Promise<void> {
  const userData = app.getPath('userData')
  const problem = storedFilesProblem(userData)
  if (problem !== null) return failStart(problem)
  prepareWindows()
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
    desktop: electronDesktop({
      senders,
      launchPractice,
      bridgeBundle,
      preload: PRELOAD,
      userData,
      showMainWindow: mainWindow.show,
      isMainOnScreen: mainWindow.isOnScreen,
      panelWindows,
    }),
    senders,
    userData,
    practiceArgs: passed,
    earlyPractice,
    dial: testDial(app.isPackaged, process.env),
    onCannotStart: (reason, orders) => void failStart(reason, orders),
    onProfile: (profile, isSwitch) => {
      mainWindow.showProfile(profile, isSwitch)
      panelWindows.showProfile(profile, isSwitch)
    },
    showMainWindow: mainWindow.show,
  })
  installTestHooks(application, app.isPackaged, process.env)
  resolveApplication(application)
  await application.connect()
}

/** Ends the program's parts; first the person decides about a halt that cannot be stored. */
async function endProgram(running: MainApplication): Promise<void> {
  const { saveHaltBeforeQuit } = await import('./shell/system/halt-before-quit.js')
  await saveHaltBeforeQuit(() => running.saveHalt())
  await running.stop()
}

/** Runs the program, whose data folder is locked for it. */
function run(): void {
  // A second start only shows the existing window: two programs on one profile would conflict over
  // tokens and the journal.
  app.on('second-instance', mainWindow.show)
  const quit = new QuitControl(() => application, endProgram)
  mainWindow.mayClose = quit.mayClose
  mainWindow.closesToTray = () => quit.isRunning() && application?.closesToTray() === true
  mainWindow.onSystemEnding = quit.endWithSystem
  panelWindows.isEnding = quit.isEnding
  // Before Electron is ready, because it would build a default menu first.
  Menu.setApplicationMenu(null)
  void app.whenReady().then(start).catch(failWith)
}

/** Ends this start: the folder has no lock for it, because of a problem or of an earlier start. */
function endWithoutLock(): void {
  const problem = lockProblem(app.getPath('userData'))
  if (problem !== null) return void failStart(problem)
  process.stderr.write(`${inEnglish(message('start.alreadyRunning'))}\n`)
  app.quit()
}

const problem =
  givenFolderProblem(app.commandLine.getSwitchValue('user-data-dir'), app.getPath('userData')) ??
  programFilesProblem(OUT)
if (problem !== null) void failStart(problem)
else if (app.requestSingleInstanceLock()) run()
else endWithoutLock()
