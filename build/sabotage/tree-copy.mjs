import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { CACHE, ROOT } from '../lib/paths.mjs'
import { UserError } from '../lib/terminal.mjs'
import { patched } from './patches.mjs'

/** The folder of all copies. Each run has a folder of its own in it, named after its process. */
const COPIES = join(CACHE, 'saboteur')

/**
 * Creates copies of the sources as they are now, uncommitted changes included. The copies share the
 * installed packages.
 * @param {number} count
 * @returns {Promise<readonly string[]>} their paths
 */
export async function createCopies(count) {
  removeOldCopies()
  const listed = await run('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT })
  if (listed.code !== 0) throw new UserError('The sources could not be listed: git is needed.')
  const files = listed.stdout.split('\0').filter((path) => path !== '')
  return Array.from({ length: count }, (_, index) => {
    const copy = join(COPIES, String(process.pid), String(index + 1))
    for (const path of files) copyFile(path, copy)
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
    return copy
  })
}

/**
 * @param {string} path
 * @param {string} copy
 */
function copyFile(path, copy) {
  // A file that was deleted and not committed yet is listed as well.
  if (!existsSync(join(ROOT, path))) return
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  copyFileSync(join(ROOT, path), join(copy, path))
}

/** Removes the copies of this run. */
export function removeCopies() {
  rmSync(join(COPIES, String(process.pid)), { recursive: true, force: true })
}

/** Removes the copies of runs that were ended before they could. */
function removeOldCopies() {
  if (!existsSync(COPIES)) return
  for (const name of readdirSync(COPIES)) {
    if (!isRunning(Number(name))) rmSync(join(COPIES, name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch {
    return false
  }
}

/**
 * Applies a patch to a copy, runs `work` and restores the file.
 * @template T
 * @param {string} copy
 * @param {import('./patches.mjs').Patch} patch
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPatch(copy, patch, work) {
  const path = join(copy, patch.file)
  const before = readFileSync(path, 'utf8')
  const after = patched(before, patch)
  if ('problem' in after) throw new UserError(`${patch.id} does not apply: ${after.problem}.`)
  writeFileSync(path, after.text)
  try {
    return await work()
  } finally {
    writeFileSync(path, before)
  }
}
