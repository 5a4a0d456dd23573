import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A runtime that was found.
 * @typedef {object} Runtime
 * @property {'override' | 'electron' | 'test-runtime'} kind where it came from
 * @property {string} executable absolute path
 * @property {string} dist folder of the distribution
 * @property {string} version Electron's version, or `unknown` for an override that does not tell
 */

/** A distribution with this file in it is for running tests; packaging must refuse it. */
export const TEST_RUNTIME_MARKER = 'TEST-RUNTIME'

/** Where the executable stands inside a distribution. */
export const EXECUTABLE =
  process.platform === 'darwin'
    ? 'Electron.app/Contents/MacOS/Electron'
    : process.platform === 'win32'
      ? 'electron.exe'
      : 'electron'

/** @param {string} dist */
export function isTestRuntime(dist) {
  return existsSync(join(dist, TEST_RUNTIME_MARKER))
}

/**
 * @param {string} dist
 * @returns {string}
 */
export function versionOf(dist) {
  try {
    return readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '')
  } catch {
    return 'unknown'
  }
}

/**
 * Whether the distribution runs the folder named on its command line. Without its own small default
 * app
 * Electron silently ignores that argument and starts `resources/app`.
 * @param {string} dist
 */
export function acceptsAppPath(dist) {
  const resources =
    process.platform === 'darwin'
      ? join(dist, 'Electron.app', 'Contents', 'Resources')
      : join(dist, 'resources')
  return existsSync(join(resources, 'default_app.asar'))
}
