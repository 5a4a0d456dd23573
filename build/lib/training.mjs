import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appLaunch } from '../runtime/resolve.mjs'
import { run } from './exec.mjs'
import { CACHE } from './paths.mjs'
import { startVirtualScreen } from './virtual-screen.mjs'

const BOOT = fileURLToPath(new URL('./training-boot.cjs', import.meta.url))
/** Always the same folder, because a runtime may need a copy of itself for each. */
const FOLDER = join(CACHE, 'training')
const LIMIT_MS = 60_000

/**
 * Starts the program once, on a screen in memory and with an empty data folder, and stores the
 * compiled code of every bundle as it was once the window was usable. Linux only: elsewhere the
 * window would appear.
 * @param {import('../runtime/dist.mjs').Runtime} runtime
 * @param {string} out the folder of the built bundles
 * @param {string} results the folder for the compiled code, by the digest of its source
 * @returns {Promise<boolean>} false when there is no such screen, or the program did not start
 */
export async function train(runtime, out, results) {
  if (process.platform !== 'linux') return false
  const screen = await startVirtualScreen().catch(() => null)
  if (screen === null) return false
  rmSync(FOLDER, { recursive: true, force: true })
  try {
    const copy = join(FOLDER, 'out')
    cpSync(out, copy, { recursive: true, filter: (path) => path !== join(out, 'code-cache') })
    copyFileSync(BOOT, join(copy, 'boot', 'boot.cjs'))
    writeFileSync(join(copy, 'training.json'), JSON.stringify({ target: out, results }))
    mkdirSync(results, { recursive: true })
    const { executablePath, args, env } = appLaunch(runtime, copy)
    const { code } = await run(
      executablePath,
      [...args, `--user-data-dir=${join(FOLDER, 'data')}`],
      {
        // Without a session bus, so that it neither reads nor writes the person's keyring.
        env: { ...env, DISPLAY: screen.display, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
        timeoutMs: LIMIT_MS,
      },
    )
    return code === 0 && existsSync(join(results, 'written'))
  } finally {
    await screen.stop()
    rmSync(FOLDER, { recursive: true, force: true })
  }
}
