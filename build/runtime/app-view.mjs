import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles } from '../lib/files.mjs'
import { CACHE } from '../lib/paths.mjs'

const VIEWS = join(CACHE, 'electron', 'views')

/**
 * Makes a copy of a distribution that starts one application: the same files as hard links, with
 * its own `resources/app`. Needed where the runtime ignores an application path on its command
 * line.
 * @param {import('./dist.mjs').Runtime} runtime
 * @param {string} appDir absolute path of a folder with a `package.json`
 * @returns {string} absolute path of the executable to start
 */
export function appView(runtime, appDir) {
  const { mtimeMs, ino } = statSync(runtime.executable)
  const name = createHash('sha256')
    .update(JSON.stringify([runtime.executable, mtimeMs, ino, appDir]))
    .digest('hex')
  const view = join(VIEWS, name.slice(0, 16))
  if (!isComplete(view, appDir)) make(runtime, appDir, view)
  return join(view, 'electron')
}

/**
 * @param {string} view
 * @param {string} appDir
 */
function isComplete(view, appDir) {
  try {
    return (
      existsSync(join(view, 'electron')) && readlinkSync(join(view, 'resources', 'app')) === appDir
    )
  } catch {
    return false
  }
}

/**
 * @param {import('./dist.mjs').Runtime} runtime
 * @param {string} appDir
 * @param {string} view
 */
function make(runtime, appDir, view) {
  mkdirSync(VIEWS, { recursive: true })
  const temporary = mkdtempSync(join(VIEWS, 'new-'))
  try {
    for (const path of listFiles(runtime.dist, (entry) => entry === 'resources/app')) {
      const to = join(temporary, path)
      mkdirSync(dirname(to), { recursive: true })
      linkOrCopy(join(runtime.dist, path), to)
    }
    mkdirSync(join(temporary, 'resources'), { recursive: true })
    symlinkSync(appDir, join(temporary, 'resources', 'app'))
    rmSync(view, { recursive: true, force: true })
    renameSync(temporary, view)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    // Another process may have made the same copy in the meantime.
    if (!isComplete(view, appDir)) throw error
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function linkOrCopy(from, to) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
