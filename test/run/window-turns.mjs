import { createHash } from 'node:crypto'

// The tests with windows that are not of the core run in turns until the given time is used up.
// Their order is another one at another commit, so that each file is run within some commits.

/** A turn ends before it is known whether another one fits, so it is short. */
const TURN_FILES = 12

/**
 * Returns the files in turns, mixed by the commit: a commit has the same turns everywhere.
 * @param {readonly string[]} files
 * @param {string} commit its id; empty where it is not known
 * @returns {readonly (readonly string[])[]}
 */
export function turnsOf(files, commit) {
  const place = (/** @type {string} */ file) =>
    createHash('sha256').update(`${commit} ${file}`).digest('hex')
  const mixed = files
    .map((file) => ({ file, place: place(file) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ file }) => file)
  return Array.from({ length: Math.ceil(mixed.length / TURN_FILES) }, (_, turn) =>
    mixed.slice(turn * TURN_FILES, (turn + 1) * TURN_FILES),
  )
}

/**
 * True when another turn ends in time if its files take as long as those before.
 * @param {{ files: number, elapsedMs: number }} before
 * @param {readonly string[]} turn
 * @param {number} budgetMs
 */
export const fitsInto = ({ files, elapsedMs }, turn, budgetMs) =>
  elapsedMs + (elapsedMs / Math.max(1, files)) * turn.length <= budgetMs

/**
 * Says which files did not run, by folder, and how to run them.
 * @param {readonly string[]} files below `test/e2e`
 * @param {number} run the number of files that ran
 * @returns {string[]} lines
 */
export function notRunLines(files, run) {
  if (files.length === 0) return []
  /** @type {Map<string, string[]>} */
  const folders = new Map()
  for (const file of [...files].sort()) {
    const [folder = '', ...rest] = file.split('/')
    const name = rest.join('/').replace(/\.spec\.ts$/, '')
    folders.set(folder, [...(folders.get(folder) ?? []), name])
  }
  return [
    `${run} of ${run + files.length} files of tests with windows ran. The others run with npm ` +
      'test -- e2e, or with npm test -- test/e2e/<folder>/<file>:',
    ...[...folders].map(([folder, names]) => `   ${folder}: ${names.join(', ')}`),
  ]
}
