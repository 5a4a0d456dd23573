import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from '../lib/files.mjs'
import { ROOT } from '../lib/paths.mjs'
import { UserError } from '../lib/terminal.mjs'
import { loadTool } from './tools.mjs'

/** Parts of the code and its styles, named after a module, with a digest. */
const CHUNK = /^((?:main|practice)\/chunks|renderer\/assets)\/[\w.-]+-[\w-]{8}\.(cjs|js|css)$/
const COMPILED = /^code-cache\/[0-9a-f]{64}\.v8$/
/** Other files of the pages have a digest of their content behind the name. */
const DIGEST = /-[\w-]{8}(?=\.\w+$)/

/**
 * Returns the kind of an entry: its path without what differs from build to build.
 * @param {string} path
 */
export function entryKind(path) {
  if (COMPILED.test(path)) return 'code-cache/*.v8'
  const chunk = CHUNK.exec(path)
  return chunk === null ? path.replace(DIGEST, '-*') : `${chunk[1]}/*.${chunk[2]}`
}

/** What no file of a package may contain, by its name in a message. */
const FORBIDDEN = /** @type {const} */ ([
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\[nr]|\s)*[A-Za-z0-9+/]{32}/],
  ['a source map', /\/[/*]# sourceMappingURL=/],
  ['an access of tests', /COUNTERSIGN_TEST|countersignTest/],
])

/**
 * Returns what is wrong with a text of the program, in words.
 * @param {string} text
 * @param {readonly string[]} folders of the computer that builds; no text may name them
 * @returns {string[]}
 */
export const forbiddenIn = (text, folders) => [
  ...FORBIDDEN.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : [])),
  ...folders.filter((folder) => text.includes(`${folder}/`)).map((folder) => `the path ${folder}`),
]

/**
 * Reads a committed list of entries.
 * @param {string} name
 * @returns {string[]}
 */
export function committedList(name) {
  const file = fileURLToPath(new URL(`./contents/${name}.txt`, import.meta.url))
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/**
 * Compares entries with a list. Lines that end with `?` may be absent, lines that end with `**`
 * take everything below a folder.
 * @param {readonly string[]} paths
 * @param {readonly string[]} list
 * @returns {{ extra: string[], missing: string[] }} kinds
 */
export function contentsDifference(paths, list) {
  const kinds = new Set(paths.map(entryKind))
  const listed = new Set(list.map((line) => line.replace(/\?$/, '')))
  const folders = list.filter((line) => line.endsWith('**')).map((line) => line.slice(0, -2))
  const isBelow = (/** @type {string} */ kind) => folders.some((folder) => kind.startsWith(folder))
  return {
    extra: [...kinds].filter((kind) => !listed.has(kind) && !isBelow(kind)).sort(),
    missing: list.filter((line) => !/(\?|\*\*)$/.test(line) && !kinds.has(line)).sort(),
  }
}

const TEXTS = /\.(c?js|css|html|json|svg)$/

/**
 * Checks that the program and its archive contain what the committed lists name, and nothing else.
 * @param {import('./after-pack.mjs').PackedProgram} program
 * @param {import('./runtimes.mjs').PackRuntime} runtime
 * @returns {Promise<void>} rejects with `UserError` that names the entries
 */
export async function checkContents({ folder, resources }, { platform }) {
  const { listPackage, statFile, extractFile } = await loadTool('@electron/asar')
  const archive = join(folder, resources, 'app.asar')
  const packed = /** @type {string[]} */ (listPackage(archive))
    .map((path) => path.replace(/^[\\/]/, ''))
    .filter((path) => statFile(archive, path).files === undefined)
  const problems = [
    ...difference('app.asar', packed, committedList('asar')),
    ...difference('the package', listFiles(folder), committedList(platform)),
    ...packed
      .filter((path) => TEXTS.test(path))
      .flatMap((path) =>
        forbiddenIn(String(extractFile(archive, path)), [ROOT, homedir()]).map(
          (finding) => `${path} in app.asar contains ${finding}.`,
        ),
      ),
  ]
  if (problems.length > 0) throw new UserError(problems.join('\n'))
}

/**
 * @param {string} place
 * @param {readonly string[]} paths
 * @param {readonly string[]} list
 * @returns {string[]} sentences
 */
function difference(place, paths, list) {
  const { extra, missing } = contentsDifference(paths, list)
  return [
    ...extra.map(
      (kind) => `${kind} is in ${place}, but not in the list (build/packaging/contents).`,
    ),
    ...missing.map((kind) => `${kind} is in the list, but not in ${place}.`),
  ]
}
