import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { appLaunch, resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { isNoise } from './stderr-noise.js'
import { removeFolder } from '../system/remove-folder.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SCREENSHOTS = join(ROOT, 'test-results', 'screenshots')
const LOGS = join(ROOT, 'test-results', 'logs')
const LAUNCH_LIMIT_MS = 20_000
const CLOSE_LIMIT_MS = 10_000
const SNAPSHOT_LIMIT_MS = 1_000

export interface AppOptions {
  /** Names the folder of the screenshots. */
  readonly suite: string
  /** Profile to start on, for restart tests; a fresh one that is deleted on close otherwise. */
  readonly userData?: string
  /** Application arguments. */
  readonly args?: readonly string[]
  /** Added to this process's environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** `session`: whatever key store the surrounding session has. `none`: start without one. */
  readonly keyStore?: 'session' | 'none'
  /** Folder with the application's `package.json`; the built desk otherwise. */
  readonly appDir?: string
}

export interface RunningApp {
  readonly app: ElectronApplication
  /** The first window. */
  readonly page: Page
  readonly userData: string
  /** Lines of stdout so far. */
  stdout(): readonly string[]
  /** Lines of stderr so far that are not the machine's own noise. */
  stderr(): readonly string[]
  /** Saves `test-results/screenshots/<suite>/<name>.png` and returns its path. */
  screenshot(name: string, target?: Page): Promise<string>
  /** Quits as a person would; kills what does not go in time. */
  close(): Promise<void>
  /** Ends the main process at once, as a crash would. The profile stays. */
  kill(): Promise<void>
}

/** A new empty profile. The caller deletes it. */
export function freshUserData(): string {
  return mkdtempSync(join(tmpdir(), 'countersign-profile-'))
}

/**
 * Starts the built application on the runtime that `npm start` would use, and waits for its first
 * window.
 */
export async function launchApp(options: AppOptions): Promise<RunningApp> {
  const runtime = await resolveRuntime({ quiet: true })
  const launch = appLaunch(runtime, options.appDir ?? join(ROOT, 'out'))
  const userData = options.userData ?? freshUserData()
  const start = (): Promise<ElectronApplication> =>
    _electron.launch({
      executablePath: launch.executablePath,
      args: [
        ...launch.args,
        `--user-data-dir=${userData}`,
        '--force-device-scale-factor=1',
        ...(options.keyStore === 'none' ? ['--password-store=basic'] : []),
        ...(options.args ?? []),
      ],
      env: environment(launch.env, options),
      chromiumSandbox: launch.unsandboxed === undefined,
      timeout: LAUNCH_LIMIT_MS,
    })
  // Seen once, on a busy machine: the driver's handshake got no answer within its limit. Why is not
  // known.
  // A program that cannot start at all ends by itself and is told at once; only silence is tried a
  // second time.
  const app = await start().catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('Timeout')) return start()
    throw error
  })
  const stdout = collectLines(app.process().stdout)
  const stderr = collectLines(app.process().stderr)
  const exited = new Promise<void>((resolve) => app.process().once('exit', () => resolve()))

  /**
   * A failed test is told with what its windows showed at the end, and with what the program wrote
   * meanwhile.
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
    // A row says what its cells say.
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
    await app.close().catch(() => undefined)
    await exited
    clearTimeout(timer)
    saveLog()
    if (options.userData === undefined) await removeFolder(userData)
  }

  try {
    const page = await app.firstWindow({ timeout: LAUNCH_LIMIT_MS })
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

function environment(base: NodeJS.ProcessEnv, options: AppOptions): Record<string, string> {
  const withoutKeyStore = { DBUS_SESSION_BUS_ADDRESS: undefined, XDG_CURRENT_DESKTOP: undefined }
  const all = { ...base, ...(options.keyStore === 'none' ? withoutKeyStore : {}), ...options.env }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** The returned array grows while the stream speaks. */
function collectLines(stream: NodeJS.ReadableStream | null): string[] {
  const lines: string[] = []
  let rest = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  stream?.on('end', () => {
    if (rest !== '') lines.push(rest)
  })
  return lines
}
