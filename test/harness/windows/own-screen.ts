import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startVirtualScreen } from '../../../build/lib/virtual-screen.mjs'
import { removeFolder } from '../system/remove-folder.js'
import { until } from '../system/until.js'

/**
 * A screen that no other test shares, with a window manager: windows can be minimized and focused
 * there.
 */
export interface OwnScreen {
  /** The display for the program's environment. */
  readonly display: string
  /** Runs a system tool on this screen and returns its output. */
  run(tool: string, ...args: readonly string[]): string
  /** Opens another program's window on it. */
  open(tool: string, ...args: readonly string[]): void
  stop(): Promise<void>
}

const MANAGER = 'openbox'

const missing = (tool: string): boolean =>
  spawnSync(tool, ['--version'], { stdio: 'ignore' }).error !== undefined
/** Returns why such a screen with these tools is impossible here; null when it is possible. */
export function screenUnavailableReason(...tools: readonly string[]): string | null {
  if (process.platform !== 'linux') return 'screens of one’s own are Linux only'
  const found = [MANAGER, ...tools].find(missing)
  return found === undefined ? null : `there is no ${found}`
}

export async function startScreen(): Promise<OwnScreen> {
  const screen = await startVirtualScreen()
  const { display } = screen
  const env = { ...process.env, DISPLAY: display }
  const children: ChildProcess[] = []
  const open = (tool: string, ...args: readonly string[]): void =>
    void children.push(spawn(tool, [...args], { env, stdio: 'ignore' }))
  // The manager runs this command once it manages the screen.
  const folder = mkdtempSync(join(tmpdir(), 'countersign-screen-'))
  const managed = join(folder, 'managed')
  open(MANAGER, '--startup', `touch ${managed}`)
  await until('the window manager manages the screen', () => existsSync(managed))
  await removeFolder(folder)
  return {
    display,
    open,
    run: (tool, ...args) => spawnSync(tool, [...args], { env, encoding: 'utf8' }).stdout,
    async stop() {
      for (const child of children.toReversed()) await ended(child)
      await screen.stop()
    },
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill()
  })
