import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/paths.mjs'
import { readJson } from '../lib/files.mjs'
import { findBareTypes } from './bare-types.mjs'
import { checkUnusedExports } from './exports.mjs'
import { findKeyBypasses, findUnguardedPages } from './key-handlers.mjs'
import { findFlatFolders, findWideLines, MAX_COLUMNS, MAX_FILES } from './layout.mjs'
import { findClassNames, findNames } from './names.mjs'
import { findParticiples } from './participles.mjs'
import { projectFiles } from './project-files.mjs'
import { findRiddles } from './riddles.mjs'
import { findFragments } from './titles.mjs'

const SOURCE = /\.(?:[cm]?[jt]sx?|css)$/
const CODE = /\.[cm]?[jt]sx?$/
const TEST = /\.(?:test|spec)\.tsx?$/
/** The TypeScript of the product, without tests and tools. */
const PRODUCT = /^(?:electron|renderer|shared)\/.*\.tsx?$/
/** Exports that wait for a capability which will use them. */
const PENDING = join(ROOT, 'build', 'lint', 'pending-exports.json')
/** Not written by hand, or written to be wrong. */
const LEFT_OUT = /^(?:shared\/wire\/gen|build\/types)\/|\/fixtures\//

/**
 * Checks what no linter on the market knows: the glossary's names, participles as names, types
 * named by a bare word, riddles in comments, titles of tests that are no sentence, key handlers
 * that an input method would reach, lines that the formatter cannot break, folders with too many
 * files, and exports that nothing uses.
 * @returns {string[]} one line for each finding
 */
export function checkProjectRules() {
  const paths = projectFiles().filter((path) => SOURCE.test(path) && !LEFT_OUT.test(path))
  const files = paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  return [
    ...files
      .flatMap(({ path, text }) =>
        CODE.test(path) ? findNames(path, text) : findClassNames(path, text),
      )
      .map(({ file, line, name, use }) => `${file}:${line}  the name "${name}": use ${use}`),
    ...files
      .filter(({ path }) => CODE.test(path))
      .flatMap(({ path, text }) => findParticiples(path, text))
      .map(({ file, line, name }) => `${file}:${line}  the name "${name}": say what it is`),
    ...files
      .filter(({ path }) => CODE.test(path))
      .flatMap(({ path, text }) => findBareTypes(path, text))
      .map(({ file, line, name }) => `${file}:${line}  the type "${name}": say of what it is one`),
    ...files
      .filter(({ path }) => CODE.test(path))
      .flatMap(({ path, text }) => findRiddles(path, text))
      .map(({ file, line, form, use }) => `${file}:${line}  "${form}" in a comment: use ${use}`),
    ...files
      .filter(({ path }) => TEST.test(path))
      .flatMap(({ path, text }) => findFragments(path, text))
      .map(
        ({ file, line, title }) => `${file}:${line}  "${title}": begin with the subject or verb`,
      ),
    ...findReachedHandlers(files),
    ...files
      .flatMap(({ path, text }) => findWideLines(path, text))
      .map(
        ({ file, line, columns }) => `${file}:${line}  ${columns} columns, above ${MAX_COLUMNS}`,
      ),
    ...findFlatFolders(paths).map(
      ({ folder, count }) => `${folder}  ${count} files of one level, above ${MAX_FILES}`,
    ),
    ...checkUnusedExports(
      files.filter(({ path }) => PRODUCT.test(path)),
      /** @type {Record<string, string[]>} */ (readJson(PENDING) ?? {}),
    ),
  ]
}

/** @param {readonly { readonly path: string, readonly text: string }[]} files */
function findReachedHandlers(files) {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const pages = projectFiles()
    .filter((path) => /^renderer\/.*\.html$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  return [
    ...files.flatMap(({ path, text }) => findKeyBypasses(path, text)),
    ...findUnguardedPages(pages, (path) => texts.get(path) ?? null),
  ].map(({ file, line, problem }) => `${file}:${line}  ${problem}`)
}
