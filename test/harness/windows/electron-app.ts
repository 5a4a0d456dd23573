import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { appLaunch, resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { processStates } from './process-states.js'
import { isNoise } from './stderr-noise.js'
import { removeFolder } from '../system/remove-folder.js'
import { launchStandIn, type StandInLaunch } from '../newer/stand-in-app.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SCREENSHOTS = join(ROOT, 'test-results', 'screenshots')
const LOGS = join(ROOT, 'test-results', 'logs')
/** A start takes two seconds, and thirty among many other programs. */
const FIRST_LAUNCH_LIMIT_MS = 60_000
const LAUNCH_LIMIT_MS = 100_000
/** Above the driver's own limit, within which a window of a busy machine has once not answered. */
const ACTION_LIMIT_MS = 120_000
const CLOSE_LIMIT_MS = 10_000
const SNAPSHOT_LIMIT_MS = 1_000

export interface AppOptions {
  /** The name of the screenshot folder. */
  readonly suite: string
  /** The profile folder, for restart tests; by default a new one that is deleted on close. */
  readonly userData?: string
  /** Application arguments. */
  readonly args?: readonly string[]
  /** Added to this process's environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** `session`: the key store of the surrounding session. `none`: no key store. */
  readonly keyStore?: 'session' | 'none'
  /** The folder with the application's `package.json`; by default the tests' own program. */
  readonly appDir?: string
  /**
   * `browser`: the system's Chromium shows the windows, with main on this Node and a stand-in for
   * Electron (`harness/newer`).
   */
  readonly windows?: 'electron' | 'browser'
}

export interface RunningApp {
  readonly app: ElectronApplication
  /** The first window. */
  readonly page: Page
  readonly userData: string
  /** Returns the lines of stdout so far. */
  stdout(): readonly string[]
  /** Returns the lines of stderr so far, without those of the machine. */
  stderr(): readonly string[]
  /** Saves `test-results/screenshots/<suite>/<name>.png` and returns its path. */
  screenshot(name: string, target?: Page): Promise<string>
  /** Quits as a person would; kills the process if it does not end in time. */
  close(): Promise<void>
  /** Ends the main process at once, as a crash would. The profile remains. */
  kill(): Promise<void>
}

/** What shows the windows where a test does not say: see `AppOptions.windows`. */
const WINDOWS = process.env['COUNTERSIGN_WINDOWS'] === 'browser' ? 'browser' : 'electron'

/** Creates an empty profile folder. The caller deletes it. */
export function freshUserData(): string {
  return mkdtempSync(join(tmpdir(), 'countersign-profile-'))
}

/** Starts the built application on the runtime of `npm start`, and waits for its first window. */
export async function launchApp(options: AppOptions): Promise<RunningApp> {
  const { app, userData, consoleLines } =
    (options.windows ?? WINDOWS) === 'browser'
      ? await launchBrowser(options)
      : { ...(await launchElectron(options)), consoleLines: [] }
  app.context().setDefaultTimeout(ACTION_LIMIT_MS)
  const stdout = collectLines(app.process().stdout)
  const stderr = collectLines(app.process().stderr)
  const exited = new Promise<void>((resolve) => app.process().once('exit', () => resolve()))

  /**
   * The files for a failed test: what its windows showed at the end, and what the program printed.
   */
  const traces = join(LOGS, `${options.suite}-${app.process().pid ?? 0}`)
  const savePages = async (): Promise<void> => {
    const pages = await Promise.all(
      app.windows().map((page) =>
        page
          .locator('body')
          .ariaSnapshot({ timeout: SNAPSHOT_LIMIT_MS })
          .catch(() => '(gone)'),
      ),
    )
    mkdirSync(LOGS, { recursive: true })
    // Cells are omitted, because a row contains their text.
    writeFileSync(
      `${traces}.page`,
      pages
        .join('\n\n')
        .split('\n')
        .filter(
          (line) => !/^\s*- (gridcell|columnheader|rowgroup|button "(Move|Remove) )/.test(line),
        )
        .join('\n'),
    )
  }
  const saveLog = (): void => {
    const log = join(userData, 'logs', 'countersign.log')
    if (!existsSync(log)) return
    mkdirSync(LOGS, { recursive: true })
    copyFileSync(log, `${traces}.log`)
  }
  const kill = async (): Promise<void> => {
    app.process().kill('SIGKILL')
    await exited
    saveLog()
  }
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => void kill(), CLOSE_LIMIT_MS)
    await savePages()
    // The questions before the end have tests of their own; everywhere else the program ends.
    await app
      .evaluate(({ dialog }) => {
        dialog.showMessageBox = (...given: unknown[]) => {
          const { cancelId } = given.at(-1) as { readonly cancelId?: number }
          return Promise.resolve({ response: cancelId === 0 ? 1 : 0, checkboxChecked: false })
        }
      })
      .catch(() => undefined)
    await app.close().catch(() => undefined)
    await exited
    clearTimeout(timer)
    saveLog()
    if (options.userData === undefined) await removeFolder(userData)
    if (consoleLines.length > 0) throw new Error(`The console has:\n${consoleLines.join('\n')}`)
  }

  try {
    const page = await app.firstWindow({ timeout: LAUNCH_LIMIT_MS })
    // Without a GPU, animations cost more than the rest of a test. The driver sets this itself, so
    // that the program's own switch for it has no effect.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    return {
      app,
      page,
      userData,
      stdout: () => stdout,
      stderr: () => stderr.filter((line) => !isNoise(line)),
      screenshot: async (name, target = page) => {
        const path = join(SCREENSHOTS, options.suite, `${name}.png`)
        mkdirSync(dirname(path), { recursive: true })
        await target.screenshot({ path, animations: 'disabled' })
        return path
      },
      close,
      kill,
    }
  } catch (error) {
    await close()
    const said = [...stdout, ...stderr].join('\n')
    throw new Error(`The application opened no window. It said:\n${said}`, { cause: error })
  }
}

/** Returns what the program gets beside its own files, on every runtime. */
const argumentsOf = (options: AppOptions, userData: string): readonly string[] => [
  `--user-data-dir=${userData}`,
  '--force-device-scale-factor=1',
  ...(options.keyStore === 'none' ? ['--password-store=basic'] : []),
  ...(options.args ?? []),
]

/** Returns how the program starts on the stand-in for Electron. */
const standInLaunch = (options: AppOptions, userData: string): StandInLaunch => ({
  args: argumentsOf(options, userData),
  env: environment(process.env, options),
})

/** Starts the program on the stand-in for Electron. */
async function launchBrowser(
  options: AppOptions,
): Promise<Awaited<ReturnType<typeof launchStandIn>> & { readonly userData: string }> {
  const userData = options.userData ?? freshUserData()
  return { ...(await launchStandIn(standInLaunch(options, userData))), userData }
}

interface Launched {
  readonly app: ElectronApplication
  readonly userData: string
}

/** Starts the program on the runtime of `npm start`. */
async function launchElectron(options: AppOptions): Promise<Launched> {
  const runtime = await resolveRuntime({ quiet: true })
  const launch = appLaunch(runtime, options.appDir ?? join(ROOT, 'out', 'tests'))
  const start = (userData: string, timeout: number): Promise<ElectronApplication> =>
    _electron.launch({
      executablePath: launch.executablePath,
      args: [...launch.args, ...argumentsOf(options, userData)],
      env: environment(launch.env, options),
      chromiumSandbox: launch.unsandboxed === undefined,
      timeout,
    })
  // On a busy machine the driver's handshake hangs now and then while the program runs. A program
  // that cannot start exits and fails at once, so only a timeout is retried.
  return startInTime(start, options.userData ?? null, [FIRST_LAUNCH_LIMIT_MS, LAUNCH_LIMIT_MS])
}

/**
 * Starts the program within the first of these limits, or again within the next one. The last
 * error says what the program's processes did shortly before. Without a profile folder each start
 * has a new one, because the start before has already written into its own.
 */
async function startInTime(
  start: (userData: string, timeout: number) => Promise<ElectronApplication>,
  profile: string | null,
  [limit = LAUNCH_LIMIT_MS, ...further]: readonly number[],
): Promise<Launched> {
  const userData = profile ?? freshUserData()
  let states: readonly string[] = []
  const timer = setTimeout(() => (states = processStates(userData)), limit * 0.9)
  try {
    return { app: await start(userData, limit), userData }
  } catch (error) {
    if (profile === null) await removeFolder(userData)
    if (!(error instanceof Error) || !error.message.includes('Timeout')) throw error
    process.stderr.write(`No start within ${limit} ms.\n${states.join('\n')}\n`)
    if (further.length === 0) throw error
  } finally {
    clearTimeout(timer)
  }
  return startInTime(start, profile, further)
}

/** Returns the screen of this worker of the end-to-end tests; elsewhere there is only one. */
function screenOfWorker(): string | undefined {
  const screens = process.env['COUNTERSIGN_TEST_SCREENS']?.split(' ')
  return screens?.[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]
}

function environment(base: NodeJS.ProcessEnv, options: AppOptions): Record<string, string> {
  const withoutKeyStore = { DBUS_SESSION_BUS_ADDRESS: undefined, XDG_CURRENT_DESKTOP: undefined }
  const screen = screenOfWorker()
  const all = {
    ...base,
    ...(screen === undefined ? {} : { DISPLAY: screen }),
    ...(options.keyStore === 'none' ? withoutKeyStore : {}),
    ...options.env,
  }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Returns an array that grows with the lines of the stream. */
function collectLines(stream: NodeJS.ReadableStream | null): string[] {
  const lines: string[] = []
  let partial = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (text: string) => {
    const parts = (partial + text).split('\n')
    partial = parts.pop() ?? ''
    lines.push(...parts)
  })
  stream?.on('end', () => {
    if (partial !== '') lines.push(partial)
  })
  return lines
}
