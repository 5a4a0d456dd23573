import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { run } from '../../build/lib/exec.mjs'
import { importedPaths } from '../../build/lib/imported-paths.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { UserError } from '../../build/lib/terminal.mjs'

/** Where a branch began, by the names that the main branch has here or at the server. */
const MAIN_BRANCHES = ['main', 'origin/main']

/**
 * Lists the files that differ from the main branch: changed by commits since the branch began, or
 * not committed yet.
 * @param {string} [root]
 * @returns {Promise<readonly string[]>} paths with forward slashes; of deleted files too
 */
export async function changedFiles(root = ROOT) {
  const base = await firstOutput(
    MAIN_BRANCHES.map((branch) => ['merge-base', 'HEAD', branch]),
    root,
  )
  const differing = ['diff', '--name-only', '--no-renames', '-z', base ?? 'HEAD']
  const untracked = ['ls-files', '--others', '--exclude-standard', '-z']
  const texts = await Promise.all([differing, untracked].map((args) => firstOutput([args], root)))
  if (texts.some((text) => text === null)) {
    throw new UserError('git cannot say what changed: is this a clone, and is git installed?')
  }
  return [...new Set(texts.flatMap((text) => text?.split('\0') ?? []))].filter(
    (path) => path !== '',
  )
}

/**
 * @param {readonly (readonly string[])[]} commands of git, of which the first that works counts
 * @param {string} root
 */
async function firstOutput(commands, root) {
  for (const args of commands) {
    const { code, stdout } = await run('git', args, { cwd: root })
    if (code === 0) return stdout.trim()
  }
  return null
}

/**
 * Returns the tests that import a changed file, directly or through others, the nearest first.
 * @param {readonly string[]} changed
 * @param {readonly string[]} files every source and test file
 * @param {readonly string[]} tests
 * @param {string} [root]
 * @returns {readonly string[]}
 */
export function testsOf(changed, files, tests, root = ROOT) {
  const importers = readImporters(files, root)
  const reached = new Set(changed)
  // A set is walked in the order of its insertions, also of those that are made meanwhile.
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  const isTest = new Set(tests)
  return [...reached].filter((file) => isTest.has(file))
}

/**
 * @param {readonly string[]} files
 * @param {string} root
 * @returns {ReadonlyMap<string, readonly string[]>} the files that import a file
 */
function readImporters(files, root) {
  const present = new Set(files)
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const file of files) {
    for (const path of importedPaths(readFileSync(join(root, file), 'utf8'))) {
      const target = sourceOf(posix.join(posix.dirname(file), path))
      // A deleted file is no longer present, and its importers are what fails.
      const key = target.find((name) => present.has(name)) ?? target[0] ?? path
      importers.set(key, [...(importers.get(key) ?? []), file])
    }
  }
  return importers
}

/**
 * Returns the files that an import can mean: the sources are TypeScript, and imports name what they
 * are compiled to.
 * @param {string} path
 */
const sourceOf = (path) =>
  path.endsWith('.js')
    ? [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), path]
    : [path]
