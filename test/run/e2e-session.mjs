import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../build/lib/exec.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { runMain, warn } from '../../build/lib/terminal.mjs'
import { startVirtualScreen } from '../../build/lib/virtual-screen.mjs'
import { tool } from '../../build/lib/folders.mjs'

/**
 * Programs that run at the same time, each on its own screen: one for each core, at least two and
 * at most six. A program keeps a third of a core busy while its test waits, so that more of them
 * only take time from each other.
 */
const WORKERS = Math.min(Math.max(2, availableParallelism()), 6)

/** Which tests run; by default those in Electron. */
const CONFIG = process.env['COUNTERSIGN_PLAYWRIGHT_CONFIG'] ?? 'test/playwright.config.ts'

/**
 * Runs Playwright in the session around this process, with a separate keyring (the person's own is
 * never opened or written) and one screen for each worker: a screen has only one focus.
 */
await runMain(async () => {
  const home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'))
  const stopKeyring = await startKeyring(home)
  const screens = await startScreens()
  try {
    const workers = Math.max(1, screens.length)
    const args = ['test', '-c', CONFIG, `--workers=${workers}`]
    const env = {
      ...process.env,
      CI: 'true',
      ...(stopKeyring ? { XDG_CURRENT_DESKTOP: 'GNOME' } : {}),
      ...(screens.length > 0 ? environmentOf(screens) : {}),
    }
    // Node 20 has WebSocket behind a flag, which newer versions accept without effect.
    const flags = ['--experimental-websocket', '--no-warnings']
    const command = [...flags, tool('@playwright/test/cli.js'), ...args, ...process.argv.slice(2)]
    return (await run(process.execPath, command, { cwd: ROOT, env, show: true })).code
  } finally {
    for (const screen of screens) await screen.stop()
    stopKeyring?.()
    rmSync(home, { recursive: true, force: true })
  }
})

/**
 * Starts a screen for each worker; none where there is no Xvfb, so that the tests use the desktop.
 * @returns {Promise<readonly import('../../build/lib/virtual-screen.mjs').VirtualScreen[]>}
 */
async function startScreens() {
  if (process.platform !== 'linux') return []
  const starts = Array.from({ length: WORKERS }, startVirtualScreen)
  return Promise.all(starts).catch(() => [])
}

/**
 * @param {readonly import('../../build/lib/virtual-screen.mjs').VirtualScreen[]} screens
 * @returns {NodeJS.ProcessEnv}
 */
function environmentOf(screens) {
  return {
    DISPLAY: screens[0]?.display,
    COUNTERSIGN_TEST_SCREENS: screens.map(({ display }) => display).join(' '),
    // Newer Electron would prefer the person's own Wayland session.
    WAYLAND_DISPLAY: undefined,
    XDG_SESSION_TYPE: 'x11',
  }
}

/**
 * Starts a keyring daemon.
 * @param {string} home
 * @returns {Promise<(() => void) | undefined>} stops it; nothing when there is no session bus or no
 *   keyring daemon
 */
async function startKeyring(home) {
  if (process.platform !== 'linux' || !process.env['DBUS_SESSION_BUS_ADDRESS']) return undefined
  const control = join(home, 'control')
  mkdirSync(control, { mode: 0o700 })
  const daemon = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets', `--control-directory=${control}`],
    {
      env: { ...process.env, XDG_DATA_HOME: join(home, 'data') },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  const started = new Promise((resolve) => {
    daemon.once('spawn', () => resolve(true))
    daemon.once('error', () => resolve(false))
  })
  if (!(await started)) {
    warn('There is no gnome-keyring: tests of the key store will be skipped.')
    return undefined
  }
  daemon.stdin.end('test')
  return () => daemon.kill()
}
