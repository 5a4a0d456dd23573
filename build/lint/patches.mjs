import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A deliberate fault: one exact change of one source file, and the tests that must notice it.
 * @typedef {object} Patch
 * @property {string} id short name in kebab case
 * @property {string} harm what the fault would do to the person, in one sentence
 * @property {string} file path below the project's folder
 * @property {string} find text that occurs exactly once in the file
 * @property {string} replace
 * @property {readonly string[]} suites test files; at least one of their tests must fail
 */

/** The folder of the tables, below the project's folder. */
const TABLES = join('test', 'saboteur')

/**
 * Returns the patches of every table in `test/saboteur`, by table in alphabetical order.
 * @param {string} root
 * @returns {Promise<readonly Patch[]>}
 */
export async function loadPatches(root) {
  const names = readdirSync(join(root, TABLES)).filter((name) => name.endsWith('.mjs'))
  /** @type {Patch[]} */
  const patches = []
  for (const name of names.toSorted()) {
    const table = await import(pathToFileURL(join(root, TABLES, name)).href)
    patches.push(.../** @type {{ PATCHES: readonly Patch[] }} */ (table).PATCHES)
  }
  return patches
}

/**
 * Returns the file's text with the patch, or why it does not apply.
 * @param {string} text
 * @param {Pick<Patch, 'find' | 'replace'>} patch
 * @returns {{ readonly text: string } | { readonly problem: string }}
 */
export function patched(text, { find, replace }) {
  const count = text.split(find).length - 1
  if (count !== 1) return { problem: `its text occurs ${count} times, not once` }
  if (find === replace) return { problem: 'it changes nothing' }
  return { text: text.replace(find, () => replace) }
}

/**
 * Returns why a patch cannot be used on the sources below `root`; null when it can.
 * @param {string} root
 * @param {Patch} patch
 * @returns {string | null}
 */
export function problemOf(root, patch) {
  const path = join(root, patch.file)
  if (!existsSync(path)) return `${patch.file} does not exist`
  if (patch.suites.length === 0) return 'it names no suite'
  const missing = patch.suites.find((suite) => !existsSync(join(root, suite)))
  if (missing !== undefined) return `its suite ${missing} does not exist`
  const result = patched(readFileSync(path, 'utf8'), patch)
  return 'problem' in result ? `${patch.file}: ${result.problem}` : null
}

/**
 * Returns one line for each patch that cannot be used: whoever changes the lines of a known fault
 * changes the fault with them.
 * @param {string} root
 * @param {readonly Patch[]} patches
 * @returns {string[]}
 */
export const stalePatches = (root, patches) =>
  patches.flatMap((patch) => {
    const problem = problemOf(root, patch)
    return problem === null ? [] : [`test/saboteur, the fault ${patch.id}: ${problem}`]
  })
