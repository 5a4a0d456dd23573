import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { listFiles } from '../../build/lib/files.mjs'
import { readOptions } from '../../build/lib/options.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { UserError } from '../../build/lib/terminal.mjs'

/** The stages that are chosen by name and take no path. */
const NAMED = [
  'format',
  'types',
  'lint',
  'typed-lint',
  'boundaries',
  'build',
  'budget',
  'seeds',
  'newer',
  'newer-node',
  'newer-windows',
]
/** Names for all tests of a kind. */
const ALL_PLAIN = 'vitest'
const ALL_WINDOWS = 'e2e'

const WINDOW_FOLDER = 'test/e2e/'
/** Files that look like tests and are started in another way, or are read by tests. */
const NO_TESTS = /^test\/(?:bench\/|.*\/fixtures\/)/

/**
 * What the arguments of `npm test` choose.
 * @typedef {object} Selection
 * @property {readonly string[]} named stages by their names
 * @property {readonly string[] | null} plain paths, or parts of paths, of tests without a window;
 *   empty for all, null for none
 * @property {readonly string[] | null} windows the same of tests with windows
 * @property {string | null} title the pattern of the titles to run
 */

/**
 * Reads the arguments of `npm test`.
 * @param {readonly string[]} args
 * @returns {{ help: boolean, quick: boolean, changed: boolean, title: string | null, filters:
 *   readonly string[] }}
 */
export function readArguments(args) {
  const { values, positionals } = readOptions('npm test', {
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      changed: { type: 'boolean', default: false },
      title: { type: 'string', short: 't' },
    },
    allowPositionals: true,
  })
  const { help, quick, changed, title = null } = values
  if (title?.trim() === '') {
    throw new UserError('Option -t needs a part of a title. npm test -- --help lists the options.')
  }
  if ((quick || changed) && (title !== null || positionals.length > 0)) {
    throw new UserError(
      'Options --quick and --changed stand alone. npm test -- --help lists the options.',
    )
  }
  return { help, quick, changed, title, filters: positionals }
}

/**
 * Lists every test file below a root, as paths from there with forward slashes.
 * @param {string} [root]
 * @returns {readonly string[]}
 */
export function listTests(root = ROOT) {
  return listFiles(join(root, 'test'))
    .map((path) => `test/${path}`)
    .filter((path) => /\.(?:test|spec)\.tsx?$/.test(path) && !NO_TESTS.test(path))
    .filter((path) => path.startsWith(WINDOW_FOLDER) || !/\.spec\.tsx?$/.test(path))
}

/**
 * Chooses stages, files and titles. Throws with a sentence for the person where an argument matches
 * nothing.
 * @param {readonly string[]} filters
 * @param {string | null} title a part of a title, with `›` or `>` between the parts of a full one
 * @param {string} [root] the project's folder
 * @returns {Selection}
 */
export function select(filters, title, root = ROOT) {
  const tests = listTests(root)
  const named = filters.filter((filter) => NAMED.includes(filter))
  const paths = filters
    .filter((filter) => !NAMED.includes(filter))
    .map((filter) => pathOf(filter, root))
  const chosen = tests.filter((test) => paths.some((path) => isChosenBy(path, test)))
  for (const path of paths) {
    if (!tests.some((test) => isChosenBy(path, test))) throw new UserError(nothingAt(path, root))
  }
  if (title === null) {
    return { named, title: null, ...splitByKind(paths, chosen) }
  }
  const within = paths.length === 0 ? tests : chosen
  const files = filesWith(title, within, root)
  if (files.length === 0 && paths.length === 0) {
    throw new UserError(
      `No test file contains “${title}”. Where a title is put together while the test runs, ` +
        'name its file too: npm test -- <file> -t <title>',
    )
  }
  const pattern = partsOf(title).map(escapeText).join(' ')
  const kinds = splitByKind(files.length === 0 ? paths : files, files.length === 0 ? chosen : files)
  return { named, title: pattern, ...kinds }
}

/**
 * @param {string} filter as a person or a shell writes it
 * @param {string} root
 */
function pathOf(filter, root) {
  const inside = isAbsolute(filter) ? relative(root, filter) : filter
  const path = inside.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/$/, '')
  const isKind = !path.includes('/') && path !== '' && existsSync(join(root, 'test', path))
  return isKind ? `test/${path}/` : path
}

/**
 * @param {string} path of {@link pathOf}
 * @param {string} test
 */
function isChosenBy(path, test) {
  if (path === ALL_PLAIN) return !test.startsWith(WINDOW_FOLDER)
  if (path === ALL_WINDOWS) return test.startsWith(WINDOW_FOLDER)
  return test.includes(path)
}

/**
 * Says why a path matches no test.
 * @param {string} path
 * @param {string} root
 */
function nothingAt(path, root) {
  const isSource = path !== '' && existsSync(join(root, path))
  return isSource
    ? `${path} contains no test. npm run check runs the tests of the files that you changed.`
    : `No stage and no test file is called “${path}”. A filter is the name of a stage (` +
        `${NAMED.join(', ')}, ${ALL_PLAIN}, ${ALL_WINDOWS}), a folder of test/, or a part of the ` +
        'path of a test file, such as test/e2e/shell/first-start.'
}

/**
 * Passes each path to the runners whose files it matches.
 * @param {readonly string[]} paths
 * @param {readonly string[]} chosen the files that the paths match
 */
function splitByKind(paths, chosen) {
  const windowTests = chosen.filter((test) => test.startsWith(WINDOW_FOLDER))
  const plainTests = chosen.filter((test) => !test.startsWith(WINDOW_FOLDER))
  /** @param {readonly string[]} tests @param {readonly string[]} all */
  const pathsIn = (tests, all) => {
    const matching = paths.filter((path) => tests.some((test) => isChosenBy(path, test)))
    if (matching.length === 0) return null
    return matching.some((path) => all.includes(path)) ? [] : matching
  }
  return {
    plain: pathsIn(plainTests, [ALL_PLAIN]),
    windows: pathsIn(windowTests, [ALL_WINDOWS, WINDOW_FOLDER]),
  }
}

/**
 * Returns the files that contain every part of a title.
 * @param {string} title
 * @param {readonly string[]} tests
 * @param {string} root
 */
function filesWith(title, tests, root) {
  const parts = partsOf(title)
  return tests.filter((test) => {
    const text = readFileSync(join(root, test), 'utf8')
    return parts.every((part) => text.includes(part))
  })
}

/** @param {string} title the title of a test, alone or below those of its groups */
const partsOf = (title) => title.split(/ [›>] /).map((part) => part.trim())

/** @param {string} text */
const escapeText = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
