import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NPM, run } from './exec.mjs'
import { hashFile, readJson, writeJson } from './files.mjs'
import { CACHE, ROOT } from './paths.mjs'
import { UserError, print } from './terminal.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, os?:
 * string[], cpu?: string[] }} Locked
 */

/**
 * Compares the lockfile with npm's record of the installed packages. Optional packages may be
 * absent: npm leaves out those for other platforms.
 * @param {unknown} lock `package-lock.json`
 * @param {unknown} installed `node_modules/.package-lock.json`
 * @returns {string | undefined} the first difference in words, or nothing when they agree
 */
export function installDifference(lock, installed) {
  const locked = packagesOf(lock)
  const present = packagesOf(installed)
  if (present === undefined) return 'nothing is installed'
  if (locked === undefined) return undefined
  for (const [path, entry] of Object.entries(locked)) {
    if (path === '') continue
    const other = present[path]
    if (other === undefined) {
      if (!entry.optional) return `${path} is missing`
    } else if (identity(entry) !== identity(other)) {
      return `${path} is ${other.version}, wanted ${entry.version}`
    }
  }
  const extra = Object.keys(present).find((path) => path !== '' && locked[path] === undefined)
  return extra === undefined ? undefined : `${extra} is not in the lockfile`
}

/**
 * @param {unknown} file
 * @returns {Record<string, Locked> | undefined}
 */
function packagesOf(file) {
  if (typeof file !== 'object' || file === null || !('packages' in file)) return undefined
  return /** @type {Record<string, Locked>} */ (file.packages)
}

/** @param {Locked} entry */
function identity(entry) {
  return `${entry.version}|${entry.integrity ?? ''}`
}

/**
 * Installs exactly the packages of the lockfile, unless they are installed already.
 * @returns {Promise<boolean>} whether something was installed
 */
export async function ensureInstalled() {
  const lockFile = join(ROOT, 'package-lock.json')
  const installedFile = join(ROOT, 'node_modules', '.package-lock.json')
  const stampFile = join(CACHE, 'install.json')
  if (existsSync(installedFile)) {
    const now = {
      lock: await hashFile(lockFile, 'sha256'),
      installed: await hashFile(installedFile, 'sha256'),
    }
    const stamp = /** @type {typeof now | undefined} */ (readJson(stampFile))
    if (stamp?.lock === now.lock && stamp.installed === now.installed) return false
    if (installDifference(readJson(lockFile), readJson(installedFile)) === undefined) {
      writeJson(stampFile, now)
      return false
    }
  }
  const why = installDifference(readJson(lockFile), readJson(installedFile))
  print(`Installing packages (${why}).`)
  const { code } = await run(
    NPM,
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: ROOT, show: true },
  )
  if (code !== 0) throw new UserError('npm ci failed: the packages could not be installed.')
  writeJson(stampFile, {
    lock: await hashFile(lockFile, 'sha256'),
    installed: await hashFile(installedFile, 'sha256'),
  })
  return true
}
