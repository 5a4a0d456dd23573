import { existsSync, writeSync } from 'node:fs'
import path from 'node:path'
import { app, dialog, Menu, protocol, session as electronSession } from 'electron'
import { createSenderRegistry } from './app/ipc/sender-registry.js'
import type { Dial } from './adapters/dial.js'
import type { MainApplication, MainApplicationOptions } from './app/main-application.js'
import { requestedInformation, SAFE_MODE_SWITCH } from './app/commands/information.js'
import { practiceArgs } from './app/practice/practice-args.js'
import { startPracticeEarly } from './app/practice/practice-early.js'
import {
  createAssetHandler,
  SCHEME_PRIVILEGES,
  type AssetHandler,
} from './app/security/app-protocol.js'
import { dangerousSwitches } from './app/security/dangerous-switches.js'
import { givenFolderProblem, lockProblem } from './app/start/data-folder.js'
import type { UpdateBuildOptions } from './shell/system/update-build.js'
import type { LastReplacement } from './core/updates/update-service.js'
import { FIRST_START_FILE } from './core/updates/first-start-file.js'
import { programFilesProblem } from './app/start/program-files.js'
import type { ResetProblem } from './app/reset/reset-files.js'
import { RESET_FILE, resetSwitch } from './app/reset/reset-request.js'
import { describeStartError } from './app/start/start-error.js'
import { storedFilesProblem } from './app/start/stored-files.js'
import { APP_SCHEME } from '../shared/ipc/channels.js'
import { registerChannels } from './shell/ipc/register.js'
import { serveAssets } from './shell/security/asset-scheme.js'
import { guardApp, guardSession } from './shell/security/guards.js'
import {
  appendQuietSwitches,
  SCRIPT_SERVICE,
  turnOffResolver,
} from './shell/security/no-network.js'
import { WINDOW_PARTITION } from './shell/security/web-preferences.js'
import { nameProgram } from './shell/system/app-identity.js'
import { choosePasswordStore } from './shell/system/password-store.js'
import { relaunchAfterEnd } from './shell/system/relaunch.js'
import { runningFiles } from './shell/system/running-files.js'
import { PRACTICE_SERVICE, practiceLauncher } from './shell/system/practice-launcher.js'
import { QuitControl } from './shell/system/quit-control.js'
import { SAFE_PAGE } from './shell/windows/window-crashes.js'
import { MainWindow } from './shell/windows/main-window.js'
import { ElectronPanelWindows } from './shell/windows/panel-windows.js'
import type { LastReset } from '../shared/domain/app/reset.js'
import type { Result } from '../shared/domain/result.js'
import { inEnglish } from '../shared/messages/format-message.js'
import { message } from '../shared/messages/make-message.js'
import type { Message } from '../shared/messages/message.js'

/** The folder of all bundles: out/main, out/preload, out/practice, out/renderer. */
const OUT = path.resolve(__dirname, '..')
const PRELOAD = path.join(OUT, 'preload', 'preload.cjs')

/** What differs between the product and a program made for its tests. */
export interface ProgramBuild {
  /** The name of the main window. */
  readonly title: string
  /** Redirects network connections; null in the product. */
  readonly dial: Dial | null
  /** Serves the pages of the windows while they are developed; null in the product. */
  readonly pageServer: PageServer | null
  /** How the program is updated; a test's program says how it is installed. */
  readonly updates: UpdateBuildOptions
  /** Called with the running application; a test's program gives its driver access to it. */
  readonly onStarted: (application: MainApplication) => void
}

/** A server of this computer from which the windows load their pages. */
export interface PageServer {
  /** The address and port that the pages may connect to. */
  readonly host: string
  readonly handler: AssetHandler
}

/** Starts Countersign. Called once, by the entry point of a bundle, before Electron is ready. */
export function startProgram(build: ProgramBuild): void {
  printInformation()
  refuseDangerousSwitches(build.title)
  // Otherwise the signal opens an inspector in this process: whoever may send it could read the
  // tokens and send orders.
  process.on('SIGUSR1', () => undefined)
  protocol.registerSchemesAsPrivileged([SCHEME_PRIVILEGES])
  // With --no-sandbox (root on Linux; a packaged program refuses it) this call would make every
  // child process exit at once.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  nameProgram(app, process)
  choosePasswordStore(app)
  const reachable = build.pageServer?.host ?? null
  appendQuietSwitches(app, reachable)
  guardApp(app, reachable)
  const program = new Program(build)
  const problem =
    givenFolderProblem(app.commandLine.getSwitchValue('user-data-dir'), app.getPath('userData')) ??
    programFilesProblem(OUT)
  if (problem !== null) void program.failStart(problem)
  else if (app.requestSingleInstanceLock()) program.run()
  else program.endWithoutLock()
}

/**
 * Ends a program that was only asked for its version or its switches: before anything of the
 * browser exists, so that no display is needed and a running program is not disturbed.
 */
function printInformation(): void {
  const { electron, chrome: chromium, node } = process.versions
  const versions = { version: app.getVersion(), electron, chromium, node }
  const information = requestedInformation(process.argv, versions)
  if (information === null) return
  writeSync(process.stdout.fd, information)
  process.exit(0)
}

/** Ends a packaged program that was started with a switch that exposes it (SEC-13). */
function refuseDangerousSwitches(title: string): void {
  const refused = app.isPackaged ? dangerousSwitches(process.argv, process.platform) : []
  if (refused.length === 0) return
  const switches = `--${refused.join(', --')}`
  const problem = message('start.dangerousSwitches', { switches })
  const report = inEnglish(message('start.report', { problem }))
  process.stderr.write(`${report}\n`)
  // Before Electron is ready, so that the switches have no effect yet.
  dialog.showErrorBox(title, report)
  app.exit(2)
}

/** Prepares the session of all windows: its guards, and the files of their pages. */
function prepareWindows(pageServer: PageServer | null, problem: () => Message | null): void {
  turnOffResolver(app)
  const windows = electronSession.fromPartition(WINDOW_PARTITION, { cache: false })
  guardSession(windows, pageServer?.host ?? null)
  guardSession(electronSession.defaultSession)
  const handler = pageServer?.handler ?? createAssetHandler(path.join(OUT, 'renderer'), problem)
  serveAssets(windows.protocol, APP_SCHEME, handler)
}

/**
 * Handles what the last update left. Returns what to say of it, or `ended` when another version was
 * started. An ordinary start loads nothing for it.
 */
async function lastReplacementOf(userData: string): Promise<LastReplacement | null | 'ended'> {
  if (!existsSync(path.join(userData, FIRST_START_FILE))) return null
  const { handleFirstStart } = await import('./shell/system/first-start.js')
  return handleFirstStart(userData)
}

/**
 * Performs the reset that the last run or the command line requested. An ordinary start loads
 * nothing for it.
 */
async function requestedReset(userData: string): Promise<Result<LastReset, ResetProblem> | null> {
  const level = resetSwitch(process.argv)
  const hasLevel = level !== null && level !== 'unknown'
  if (!hasLevel && !existsSync(path.join(userData, RESET_FILE))) return null
  const { resetAtStart } = await import('./app/reset/start-reset.js')
  return resetAtStart(userData, hasLevel ? level : null)
}

const resetProblem = ({ file, reason }: ResetProblem): Message =>
  message('start.resetFailed', { file, reason })

/** Records the unexpected ends of this process, of pages, and of child processes. */
function recordCrashes(application: MainApplication): void {
  process.on('uncaughtExceptionMonitor', ({ name, message: text }) =>
    application.recordCrash('main', `${name}: ${text}`),
  )
  app.on('render-process-gone', (_event, _contents, { reason }) => {
    if (reason !== 'clean-exit') application.recordCrash('page', reason)
  })
  app.on('child-process-gone', (_event, { reason, type, name, serviceName }) => {
    // A proxy script without an end is ended on purpose.
    if (reason === 'clean-exit' || serviceName === SCRIPT_SERVICE) return
    const part = name === PRACTICE_SERVICE ? 'exchange' : 'helper'
    application.recordCrash(part, `${name ?? type}: ${reason}`)
  })
}

/** Ends the program's parts; first the person decides about a halt that cannot be stored. */
async function endProgram(running: MainApplication): Promise<void> {
  const { saveHaltBeforeQuit } = await import('./shell/system/halt-before-quit.js')
  await saveHaltBeforeQuit(() => running.saveHalt())
  await running.stop()
}

/** The windows and the application behind them, from the start of the program to its end. */
class Program {
  readonly #build: ProgramBuild
  readonly #senders = createSenderRegistry()
  readonly #mainWindow: MainWindow
  readonly #panelWindows: ElectronPanelWindows
  readonly #files = runningFiles(OUT)
  #application: MainApplication | null = null
  /** Begins to end the program and to start it again. */
  #restart: () => void = () => undefined

  constructor(build: ProgramBuild) {
    this.#build = build
    const { title } = build
    const senders = this.#senders
    this.#mainWindow = new MainWindow({
      preload: PRELOAD,
      senders,
      title,
      ...(process.argv.includes(SAFE_MODE_SWITCH) ? { page: SAFE_PAGE } : {}),
    })
    this.#panelWindows = new ElectronPanelWindows({
      preload: PRELOAD,
      senders,
      title,
      mainBounds: this.#mainWindow.bounds,
      onDisplays: this.#mainWindow.ensureVisible,
    })
  }

  /** Runs the program, whose data folder is locked for it. */
  run(): void {
    // A second start only shows the existing window: two programs on one profile would conflict
    // over tokens and the journal.
    app.on('second-instance', (_event, argv) => {
      if (argv.includes(SAFE_MODE_SWITCH)) this.#mainWindow.reloadSafely()
      this.#mainWindow.show()
    })
    const quit = new QuitControl(() => this.#application, endProgram)
    this.#mainWindow.mayClose = quit.mayClose
    this.#restart = () => quit.restart(relaunchAfterEnd)
    this.#mainWindow.closesToTray = () =>
      quit.isRunning() && this.#application?.closesToTray() === true
    this.#mainWindow.onSystemEnding = quit.endWithSystem
    this.#panelWindows.isEnding = quit.isEnding
    // Before Electron is ready, because it would build a default menu first.
    Menu.setApplicationMenu(null)
    void app
      .whenReady()
      .then(() => this.#start())
      .catch((error: unknown) => this.#failWith(error))
  }

  /** Ends this start, which has no lock of the folder: a problem, or an earlier start has it. */
  endWithoutLock(): void {
    const problem = lockProblem(app.getPath('userData'))
    if (problem !== null) return void this.failStart(problem)
    const running = resetSwitch(process.argv) === null ? 'alreadyRunning' : 'resetRunning'
    process.stderr.write(`${inEnglish(message(`start.${running}`))}\n`)
    app.quit()
  }

  /** Reports why the program cannot start, then ends it; `orders` says what happened to orders. */
  async failStart(problem: Message, orders?: Message): Promise<void> {
    const { endFailedStart } = await import('./shell/system/start-failure.js')
    await endFailedStart(problem, {
      ...(orders === undefined ? {} : { orders }),
      beforeExit: async () => this.#application?.stop(),
    })
  }

  /** Reports an error that a step of the start threw. */
  async #failWith(error: unknown): Promise<void> {
    try {
      await this.failStart(describeStartError(app.getPath('userData'), error))
    } catch {
      // Files of the program are missing, among them the dialog's: only the plain error is left.
      const problem = message('start.failed', { reason: String(error) })
      const report = inEnglish(message('start.report', { problem }))
      process.stderr.write(`${report}\n`)
      dialog.showErrorBox(this.#build.title, report)
      app.exit(1)
    }
  }

  /**
   * Starts the slowest parts first: the exchange in its own process, then the window and its page.
   * The rest of the program is loaded meanwhile; calls of the page wait for it.
   */
  async #start(): Promise<void> {
    const userData = app.getPath('userData')
    const reset = await requestedReset(userData)
    const problem = reset?.ok === false ? resetProblem(reset.error) : storedFilesProblem(userData)
    if (problem !== null) return this.failStart(problem)
    const lastReplacement = await lastReplacementOf(userData)
    if (lastReplacement === 'ended') return
    prepareWindows(this.#build.pageServer, this.#files.pageProblem)
    const launchPractice = practiceLauncher(path.join(OUT, 'boot', 'boot.cjs'), this.#files.problem)
    const passed = practiceArgs(process.argv)
    const earlyPractice = startPracticeEarly(launchPractice, userData, passed)
    let resolvePages: (pages: MainApplication['pages']) => void = () => undefined
    registerChannels(
      new Promise((resolve) => {
        resolvePages = resolve
      }),
    )
    this.#mainWindow.open()
    const application = await this.#startApplication({
      userData,
      lastReplacement,
      lastReset: reset?.ok === true ? reset.value : null,
      launchPractice,
      practiceArgs: passed,
      earlyPractice,
    })
    this.#application = application
    recordCrashes(application)
    this.#build.onStarted(application)
    resolvePages(application.pages)
    await application.connect()
  }

  /** Loads and starts the application behind the windows. */
  async #startApplication({
    launchPractice,
    ...started
  }: Pick<
    MainApplicationOptions,
    'userData' | 'practiceArgs' | 'earlyPractice' | 'lastReplacement' | 'lastReset'
  > & {
    readonly launchPractice: ReturnType<typeof practiceLauncher>
  }): Promise<MainApplication> {
    const [{ startMainApplication }, { electronDesktop }, { exposuresOf }, { updateBuild }] =
      await Promise.all([
        import('./app/main-application.js'),
        import('./shell/desktop.js'),
        import('./shell/security/exposures.js'),
        import('./shell/system/update-build.js'),
        import('./app/settings/system-language.js').then(({ loadLanguages }) => loadLanguages()),
      ])
    const mainWindow = this.#mainWindow
    const panelWindows = this.#panelWindows
    return startMainApplication({
      ...started,
      desktop: electronDesktop({
        senders: this.#senders,
        launchPractice,
        preload: PRELOAD,
        programFiles: () => this.#files.state(),
        restart: this.#restart,
        userData: started.userData,
        showMainWindow: mainWindow.show,
        isMainOnScreen: mainWindow.isOnScreen,
        panelWindows,
      }),
      senders: this.#senders,
      updates: updateBuild(this.#build.updates),
      ...(this.#build.dial === null
        ? {
            dial: undefined,
            exposures: exposuresOf(app, this.#build.pageServer !== null, process),
          }
        : { dial: this.#build.dial, exposures: () => [] }),
      onCannotStart: (reason, orders) => void this.failStart(reason, orders),
      onProfile: (profile, isSwitch) => {
        mainWindow.showProfile(profile, isSwitch)
        panelWindows.showProfile(profile, isSwitch)
      },
      showMainWindow: mainWindow.show,
    })
  }
}
