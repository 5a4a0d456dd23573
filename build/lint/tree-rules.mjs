import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from '../lib/paths.mjs'
import { projectFiles } from './project-files.mjs'
import { findClassNames } from './rules/names.mjs'
import { isWide } from './rules/wide-lines.mjs'

const SOURCE = /\.(?:[cm]?[jt]sx?|css)$/
/** Not written by hand, or written to be wrong. */
const LEFT_OUT = /^(?:shared\/wire\/gen|build\/types)\/|\/fixtures\//
/** The most files of one level of a folder; above it a folder is cut by topic. */
const MAX_FILES = 20
const GUARD = 'ignoreComposition(window)'
/** The first line of a module, as the formatter writes it, that neither imports nor declares. */
const FIRST_STEP =
  /^(?!import |export |const |let |function |async |class |interface |type |[\s})\]/*@])(?:void )?(.+)$/m

/**
 * Checks what no rule of a single file of code can see: style sheets, pages, and folders with too
 * many files.
 * @returns {string[]} one line for each finding
 */
export function checkTree() {
  const all = projectFiles()
  const paths = all.filter((path) => SOURCE.test(path) && !LEFT_OUT.test(path))
  const textOf = (/** @type {string} */ path) =>
    all.includes(path) ? readFileSync(join(ROOT, path), 'utf8') : ''
  const styles = paths.filter((path) => path.endsWith('.css'))
  const pages = all.filter((path) => /^renderer\/.*\.html$/.test(path))
  return [
    ...styles.flatMap((path) => findClassNames(path, textOf(path))),
    ...styles
      .filter((path) => textOf(path).split('\n').some(isWide))
      .map((path) => `${path}  has a line that is too wide`),
    ...pages.flatMap((path) =>
      findUnguardedScripts(textOf(path), textOf).map(
        (script) => `${path}  ${script} does not begin with ${GUARD}`,
      ),
    ),
    ...findFlatFolders(paths),
  ]
}

/**
 * Returns the scripts of a page that do anything before they ignore compositions. A script that
 * only imports another one is that one.
 * @param {string} page
 * @param {(path: string) => string} textOf returns the text of a module; empty where there is none
 * @returns {string[]}
 */
export function findUnguardedScripts(page, textOf) {
  /** @param {string} path @returns {boolean} */
  const isGuarded = (path) => {
    const step = FIRST_STEP.exec(textOf(path) || textOf(`${path}x`))?.[1]
    const imported = /^import\('(.*)\.js'\)$/.exec(step ?? '')?.[1]
    if (imported === undefined) return step === GUARD
    return isGuarded(posix.join(posix.dirname(path), `${imported}.ts`))
  }
  return [...page.matchAll(/<script\b[^>]*\bsrc="\/([^"]+)"/g)]
    .map(([, script]) => `renderer/${script}`)
    .filter((script) => !isGuarded(script))
}

/**
 * Finds folders with more files of one level than a reader can take in.
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function findFlatFolders(files) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const path of files) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder}  ${count} files of one level, above ${MAX_FILES}`)
}
