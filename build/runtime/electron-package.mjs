import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { readJson, writeJson } from '../lib/files.mjs'
import { CACHE, ROOT } from '../lib/paths.mjs'
import { print } from '../lib/terminal.mjs'
import { EXECUTABLE, versionOf } from './dist.mjs'

const PACKAGE = join(ROOT, 'node_modules', 'electron')
const FAILURE = join(CACHE, 'electron', 'download-failed.json')
const DOWNLOAD_LIMIT_MS = 120_000
const REMEMBER_FAILURE_MS = 24 * 60 * 60 * 1000

/** @returns {string | undefined} the pinned version */
function pinnedVersion() {
  const manifest = readJson(join(PACKAGE, 'package.json'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : undefined
}

/**
 * @returns {import('./dist.mjs').Runtime | undefined} the package's own binary, when it is on disk
 */
export function installedElectron() {
  const dist = join(PACKAGE, 'dist')
  const executable = join(dist, EXECUTABLE)
  const version = pinnedVersion()
  if (version === undefined || !existsSync(executable) || versionOf(dist) !== version) {
    return undefined
  }
  return { kind: 'electron', executable, dist, version }
}

/**
 * Runs the package's own download of its binary. A failed attempt is not repeated for a day, so
 * that a computer with access to a package registry only does not wait at every start.
 * @param {{ quiet?: boolean }} options
 * @returns {Promise<import('./dist.mjs').Runtime | undefined>}
 */
export async function downloadElectron({ quiet = false }) {
  const version = pinnedVersion()
  if (version === undefined || failedRecently(version)) return undefined
  if (!quiet) print(`Downloading Electron ${version}.`)
  const { code } = await run(process.execPath, [join(PACKAGE, 'install.js')], {
    timeoutMs: DOWNLOAD_LIMIT_MS,
  })
  const found = code === 0 ? installedElectron() : undefined
  if (found === undefined) writeJson(FAILURE, { version, at: Date.now() })
  else rmSync(FAILURE, { force: true })
  return found
}

/** @param {string} version */
function failedRecently(version) {
  const failure = readJson(FAILURE)
  if (
    typeof failure !== 'object' ||
    failure === null ||
    !('version' in failure) ||
    !('at' in failure)
  ) {
    return false
  }
  const age = Date.now() - Number(failure.at)
  return failure.version === version && age >= 0 && age < REMEMBER_FAILURE_MS
}
