import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/paths.mjs'

/**
 * @typedef {object} Locked
 * @property {string} name the package's own name, also where it is installed under another one
 * @property {string} version
 */

const FOLDER = 'node_modules/'

/**
 * Returns every package of a lockfile once, by name and version: of the product and the tools.
 * @param {unknown} lock the parsed lockfile
 * @returns {Locked[]}
 */
export function lockedPackages(lock) {
  /** @type {{ packages?: Record<string, { name?: string, version?: string, link?: boolean }> }} */
  const { packages = {} } = /** @type {never} */ (lock)
  /** @type {Map<string, Locked>} */
  const packagesByKey = new Map()
  for (const [place, { name, version, link }] of Object.entries(packages)) {
    if (!place.includes(FOLDER) || link === true || version === undefined) continue
    const own = name ?? place.slice(place.lastIndexOf(FOLDER) + FOLDER.length)
    packagesByKey.set(`${own}@${version}`, { name: own, version })
  }
  return [...packagesByKey.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** The folders of the two lockfiles: of the project and of the packaging tools. */
export const LOCKED_FOLDERS = [ROOT, join(ROOT, 'build', 'packaging', 'tools')]

/** @returns {Locked[]} what the lockfiles name */
export function projectPackages() {
  const packages = LOCKED_FOLDERS.flatMap((folder) =>
    lockedPackages(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))),
  )
  return [...new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry])).values()]
}
