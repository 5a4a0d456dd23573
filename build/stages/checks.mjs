import { join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { ROOT } from '../lib/paths.mjs'
import { SOURCE_FOLDERS, tool } from '../lib/folders.mjs'
import { oneCheck } from './result.mjs'

const FORMATTER = join('build', 'formatter.json')

/** Not written by hand, or written to be wrong. */
const GENERATED = ['shared/wire/gen/**', 'build/types/**', '**/fixtures/**']

/**
 * The native compiler, over every folder's own project; the one in JavaScript stays for what reads
 * its syntax trees.
 */
export function types() {
  return check(tool('typescript-native/bin/tsc'), ['-b', 'tsconfig.projects.json'])
}

/** oxlint; a warning is a failure. */
export function lint() {
  const ignored = GENERATED.flatMap((pattern) => ['--ignore-pattern', pattern])
  return check(tool('oxlint/bin/oxlint'), [
    '--deny-warnings',
    '-c',
    join('build', 'oxlint.json'),
    ...ignored,
    ...SOURCE_FOLDERS,
  ])
}

/** Biome, as a formatter only: 100 columns. `npm run format` writes what this asks for. */
export function format() {
  return check(tool('@biomejs/biome/bin/biome'), ['format', '--config-path', FORMATTER, '.'])
}

/** Writes the layout that `format` checks. */
export function writeFormat() {
  return check(tool('@biomejs/biome/bin/biome'), [
    'format',
    '--config-path',
    FORMATTER,
    '--write',
    '.',
  ])
}

/** Who may import whom. */
export function boundaries() {
  const folders = SOURCE_FOLDERS.filter((folder) => folder !== 'test')
  return check(tool('dependency-cruiser/bin/dependency-cruise.mjs'), [
    '--config',
    join('build', 'depcruise.cjs'),
    ...folders,
  ])
}

/**
 * @param {string} script
 * @param {readonly string[]} args
 */
async function check(script, args) {
  const { code } = await run(process.execPath, [script, ...args], { cwd: ROOT, show: true })
  return oneCheck(code === 0)
}
