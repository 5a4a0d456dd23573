import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NPM, run } from '../lib/exec.mjs'
import { hashFile, readJson, writeJson } from '../lib/files.mjs'
import { CACHE, ROOT } from '../lib/paths.mjs'
import { print, UserError } from '../lib/terminal.mjs'

/**
 * The packages that only packaging needs (280, 93 MB). They have a lockfile of their own and are
 * installed when the first package is made, so that `npm ci` of everybody else stays as it is.
 */
export const TOOLS_FOLDER = join(ROOT, 'build', 'packaging', 'tools')
const HOME = join(CACHE, 'packaging', 'tools')
const STAMP = join(HOME, 'installed.json')
const LOCK = join(TOOLS_FOLDER, 'package-lock.json')

/**
 * Installs the packaging tools of the lockfile, unless they are there.
 * @returns {Promise<void>} rejects with `UserError` where the registry does not answer
 */
export async function ensureTools() {
  const lock = await hashFile(LOCK, 'sha256')
  const stamp = readJson(STAMP)
  if (typeof stamp === 'object' && stamp !== null && 'lock' in stamp && stamp.lock === lock) return
  print('Installing the packaging tools (once).')
  rmSync(HOME, { recursive: true, force: true })
  mkdirSync(HOME, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(join(TOOLS_FOLDER, name), join(HOME, name))
  }
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, stderr } = await run(NPM, ['ci', ...quiet, '--fetch-retries=0'], { cwd: HOME })
  if (code !== 0) {
    throw new UserError(`The packaging tools could not be installed: ${firstLine(stderr)}`)
  }
  writeJson(STAMP, { lock })
}

/** @param {string} text */
const firstLine = (text) => text.trim().split('\n')[0] ?? 'no reason given'

/**
 * Loads one of the packaging tools.
 * @param {string} name
 * @returns {Promise<any>} its exports
 */
export async function loadTool(name) {
  const require = createRequire(join(HOME, 'package.json'))
  const folder = join(HOME, 'node_modules', ...name.split('/'))
  const manifest = /** @type {{ type?: string, exports?: any, main?: string }} */ (
    readJson(join(folder, 'package.json'))
  )
  if (manifest?.type !== 'module') return require(name)
  const entry = entryOf(manifest)
  return import(pathToFileURL(join(folder, entry)).href)
}

/** @param {{ exports?: any, main?: string }} manifest */
function entryOf({ exports, main }) {
  const root = exports?.['.'] ?? exports
  if (typeof root === 'string') return root
  return root?.import?.default ?? root?.import ?? root?.default ?? main ?? 'index.js'
}

/**
 * Returns the path of a command on `PATH`.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | null}
 */
export function commandPath(name, env = process.env) {
  const folders = (env['PATH'] ?? '').split(process.platform === 'win32' ? ';' : ':')
  const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  return file ?? null
}
