import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '../lib/terminal.mjs'
import { versionOf } from '../runtime/dist.mjs'
import { isForTests, resolveRuntime } from '../runtime/resolve.mjs'

/**
 * @typedef {import('./targets.mjs').Platform} Platform
 * @typedef {object} PackRuntime an unpacked Electron that a package is made of
 * @property {Platform} platform
 * @property {string} dist its folder
 * @property {string} executable absolute path
 * @property {boolean} testRuntime for tests only: a test runtime, or a stand-in without Electron
 * @property {import('../runtime/dist.mjs').Runtime | null} own the runtime of this computer, which
 *   can compile the code; null when it belongs to another one
 * @property {string} electron its version
 * @property {string} chromium
 * @property {string} node
 */

/** @type {Readonly<Record<Platform, string>>} */
const EXECUTABLES = {
  linux: 'electron',
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
}

/** The binary in which macOS has Electron's code and its versions. */
const FRAMEWORK =
  'Electron.app/Contents/Frameworks/Electron Framework.framework/Versions/A/Electron Framework'

/** The greatest length of a version. */
const MAX_VERSION = 24

/** Present in a distribution that has the form of Electron's, but none in it. */
export const STAND_IN_MARKER = 'STAND-IN'

/**
 * Returns the runtime of a platform: the named folder, else what this computer has.
 * @param {Platform} platform
 * @param {string | undefined} folder
 * @returns {Promise<PackRuntime | null>} null when there is none for that platform
 */
export async function runtimeFor(platform, folder) {
  if (folder !== undefined) return describe(platform, resolve(folder), null)
  if (platform !== process.platform) return null
  const own = await resolveRuntime({ quiet: true })
  return describe(platform, own.dist, own)
}

/**
 * @param {Platform} platform
 * @param {string} dist
 * @param {import('../runtime/dist.mjs').Runtime | null} local
 * @returns {PackRuntime}
 */
function describe(platform, dist, local) {
  const executable = join(dist, EXECUTABLES[platform])
  if (!existsSync(executable)) throw new UserError(`There is no ${executable}.`)
  const framework = join(dist, FRAMEWORK)
  const versions = binaryVersions(existsSync(framework) ? framework : executable)
  const standIn = existsSync(join(dist, STAND_IN_MARKER))
  const said = versionOf(dist)
  if (!standIn && versions.electron !== said) {
    throw new UserError(`${dist} says Electron ${said}, its binary is ${versions.electron}.`)
  }
  return {
    platform,
    dist,
    executable,
    testRuntime: standIn || isForTests({ kind: local?.kind ?? 'override', dist }),
    own: local,
    ...versions,
    electron: said,
  }
}

/**
 * Reads the versions out of Electron's binary; what is written beside it can be of another one.
 * @param {string} file
 * @returns {{ electron: string, chromium: string, node: string }} `unknown` for each that it does
 *   not say
 */
export function binaryVersions(file) {
  const bytes = readFileSync(file)
  const after = (/** @type {string} */ word) => {
    let place = bytes.indexOf(word)
    while (place >= 0) {
      const start = place + word.length
      const text = bytes.subarray(start, start + MAX_VERSION).toString('latin1')
      const version = /^\d+\.\d+\.\d+(\.\d+)?/.exec(text)?.[0]
      if (version !== undefined) return version
      place = bytes.indexOf(word, start)
    }
    return 'unknown'
  }
  return { electron: after('Electron/'), chromium: after('Chrome/'), node: after('/node-v') }
}
