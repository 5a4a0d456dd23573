import { join } from 'node:path'
import { run } from '../lib/exec.mjs'
import { ROOT } from '../lib/paths.mjs'
import { SOURCE_FOLDERS, tool } from '../lib/folders.mjs'
import { print } from '../lib/terminal.mjs'
import { oneCheck } from '../../test/run/result.mjs'

/** Generated files, and files that are wrong on purpose. */
const GENERATED = ['shared/wire/gen/**', 'build/types/**', '**/fixtures/**']

/** What knip finds. An export that only tests use is unused. */
export const UNUSED_EXPORTS = ['--include', 'files,exports,types', '--no-progress']

/**
 * Checks types with the native compiler, for each folder's own project. The JavaScript compiler
 * stays for tools that need syntax trees.
 */
export function types() {
  return check(tool('typescript-native/bin/tsc'), ['-b', 'tsconfig.projects.json'])
}

/** Runs oxlint, with warnings as failures, and the project's own rules. */
export async function lint() {
  const linted = await oxlint('oxlint.json', [])
  // A run of its own: in one run with the rules about imports, rules in
  // JavaScript take twice the time and memory.
  const byProjectRules = await oxlint('oxlint-project.json', [])
  const unused = await unusedExports()
  const { checkTree } = await import('./tree-rules.mjs')
  const { loadPatches, stalePatches } = await import('./patches.mjs')
  const findings = [...checkTree(), ...stalePatches(ROOT, await loadPatches(ROOT))]
  for (const finding of findings) print(finding)
  print(`${findings.length} violations of the project's own rules.`)
  return oneCheck(
    linted.failed + byProjectRules.failed + unused.failed === 0 && findings.length === 0,
  )
}

/** Finds files and exports of the product that no other file of the product uses. */
function unusedExports() {
  const config = ['--config', join('build', 'config', 'knip.json')]
  const cache = ['--cache', '--cache-location', join('.cache', 'knip')]
  return check(tool('knip/bin/knip.js'), [...config, ...UNUSED_EXPORTS, ...cache])
}

/**
 * Runs the rules of oxlint that need types: promises that nobody waits for, and switches that lack
 * a member of a union.
 */
export function typedLint() {
  return oxlint('oxlint-types.json', ['--type-aware'])
}

/**
 * @param {string} config below `build/config`
 * @param {readonly string[]} options
 */
function oxlint(config, options) {
  const ignored = GENERATED.flatMap((pattern) => ['--ignore-pattern', pattern])
  return check(tool('oxlint/bin/oxlint'), [
    '--deny-warnings',
    ...options,
    '-c',
    join('build', 'config', config),
    ...ignored,
    ...SOURCE_FOLDERS,
  ])
}

/** The layout of every file, as `npm run format` writes it. */
export async function format() {
  const { formatTree } = await import('./format.mjs')
  return oneCheck((await formatTree({ write: false })).ok)
}

/** Checks the allowed imports. */
export function boundaries() {
  const folders = SOURCE_FOLDERS.filter((folder) => folder !== 'test')
  return check(tool('dependency-cruiser/bin/dependency-cruise.mjs'), [
    '--config',
    join('build', 'config', 'depcruise.cjs'),
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
