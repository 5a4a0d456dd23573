import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * An Electron runtime.
 * @typedef {object} Runtime
 * @property {'override' | 'electron' | 'test-runtime'} kind its source
 * @property {string} executable absolute path
 * @property {string} dist folder of the distribution
 * @property {string} version Electron's version, or `unknown` for an override without one
 */

/** The file that marks a distribution as a test runtime; packaging must refuse it. */
export const TEST_RUNTIME_MARKER = 'TEST-RUNTIME'

/** The path of the executable in a distribution. */
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
 * True when the distribution runs the folder given on its command line. Without its default
 * application Electron silently ignores that argument and starts `resources/app`.
 * @param {string} dist
 */
export function acceptsAppPath(dist) {
  const resources =
    process.platform === 'darwin'
      ? join(dist, 'Electron.app', 'Contents', 'Resources')
      : join(dist, 'resources')
  return existsSync(join(resources, 'default_app.asar'))
}
