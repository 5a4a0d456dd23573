import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appLaunch, resolveRuntime } from '../../build/runtime/resolve.mjs'
import { attach, type DevtoolsPage } from './devtools.js'
import { removeFolder } from '../harness/system/remove-folder.js'

/**
 * An application started as by a person: it waits for no debugger, and the page is only inspected
 * afterwards.
 */
export interface ElectronRun {
  readonly child: ChildProcess
  readonly page: DevtoolsPage
  /** Epoch milliseconds of the process start. */
  readonly startedAt: number
  /** The data folder of the program. */
  readonly userData: string
  stop(): Promise<void>
}

/** True once a window shows its own page; the empty page before it is complete and visible too. */
export const PAGE_SHOWN = `location.protocol === 'file:' && document.readyState === 'complete'
  && document.visibilityState === 'visible'`

const LIMIT_MS = 20_000
const STOP_MS = 5_000

/** Returns the port that Chromium chose, from its message on stderr. */
const debuggingPort = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(
      () => reject(new Error(`no debugging address in ${LIMIT_MS} ms: ${text.slice(-300)}`)),
      LIMIT_MS,
    )
    child.stderr?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('utf8')).slice(-4_000)
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(text)?.[1]
      if (found === undefined) return
      clearTimeout(timer)
      resolve(Number.parseInt(found, 10))
    })
  })

/** Creates an empty data folder. The caller deletes it. */
export const makeDataFolder = (): string => mkdtempSync(join(tmpdir(), 'countersign-bench-'))

/**
 * Starts an application.
 * @param appDir folder with the application's `package.json`
 * @param env added to this process's environment
 * @param givenFolder the data folder of an earlier run; by default a new one, deleted at the end
 */
export async function runElectron(
  appDir: string,
  env: Readonly<Record<string, string>> = {},
  givenFolder?: string,
): Promise<ElectronRun> {
  const runtime = await resolveRuntime({ quiet: true })
  const launch = appLaunch(runtime, appDir)
  const userData = givenFolder ?? makeDataFolder()
  const startedAt = Date.now()
  const child = spawn(
    launch.executablePath,
    [
      ...launch.args,
      `--user-data-dir=${userData}`,
      '--remote-debugging-port=0',
      '--force-device-scale-factor=1',
    ],
    {
      env: { ...launch.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (page: DevtoolsPage | null): Promise<void> => {
    page?.close()
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await exited
    clearTimeout(timer)
    if (givenFolder === undefined) await removeFolder(userData)
  }
  try {
    const page = await attach(await debuggingPort(child), LIMIT_MS)
    return { child, page, startedAt, userData, stop: () => stop(page) }
  } catch (error) {
    await stop(null)
    throw error
  }
}
