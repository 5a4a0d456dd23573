import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { ROOT } from '../lib/paths.mjs'
import { runMain, warn } from '../lib/terminal.mjs'
import { tool } from '../lib/folders.mjs'

/**
 * Runs Playwright in the session around this process, with a separate keyring: the person's own is
 * never opened or written.
 */
await runMain(async () => {
  const home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'))
  const stopKeyring = await startKeyring(home)
  try {
    const args = [
      tool('@playwright/test/cli.js'),
      'test',
      '-c',
      'test/playwright.config.ts',
      ...process.argv.slice(2),
    ]
    const env = {
      ...process.env,
      CI: 'true',
      ...(stopKeyring ? { XDG_CURRENT_DESKTOP: 'GNOME' } : {}),
    }
    return (await run(process.execPath, args, { cwd: ROOT, env, show: true })).code
  } finally {
    stopKeyring?.()
    rmSync(home, { recursive: true, force: true })
  }
})

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
