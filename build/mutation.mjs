import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { run } from './lib/exec.mjs'
import { readJson } from './lib/files.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { CACHE, ROOT } from './lib/paths.mjs'
import { tool } from './lib/folders.mjs'
import { UserError, runMain, print } from './lib/terminal.mjs'
import { filesOf, ownTestsOf, TARGETS } from './config/mutation-targets.mjs'

/** The minimum percentage of mutations that a target's tests must detect. */
const MIN_SCORE = 90
const HELP = `npm run mutation -- <target> ...     mutates the code of a target and prints the mutations that no test detected; fails below
                                   ${MIN_SCORE}%. One target takes minutes, all targets (without a name) an hour
npm run mutation -- policy --workers=1   one process at a time (2 where there are two cores)
npm run mutation -- policy --again  tests every mutation again, not only those of files that changed since the last run
targets: ${Object.keys(TARGETS).join(', ')}; or one file of a target, such as idempotency-keys`
const WORK = join(CACHE, 'mutation')
const REPORTS = join(ROOT, 'test-results', 'mutation')
/** The tests of a process share one worker; a second would be given the same one. */
const ONE_WORKER = { VITEST_MAX_WORKERS: '1' }
const KINDS = /** @type {const} */ (['json', 'html'])

/**
 * @typedef {{ status: string, mutatorName: string }} Mutant
 * @typedef {{ files: Record<string, { mutants: Mutant[] }> }} Report
 * @typedef {{ target: string, noticed: number, ended: number, missed: number, seconds: number }}
 *   Score
 */

/**
 * Mutates the files of a target and runs its tests.
 * @param {string} target
 * @param {boolean} rerunAll whether mutations with a known result from the last run are tested
 *   again
 * @param {number} workers the number of processes
 * @returns {Promise<Score>}
 */
async function runTarget(target, rerunAll, workers) {
  const started = performance.now()
  for (const kind of KINDS) rmSync(join(WORK, `last.${kind}`), { force: true })
  const remembered = [
    '--incremental',
    '--incrementalFile',
    relative(ROOT, join(WORK, `${target}.json`)),
    ...(rerunAll ? ['--force'] : []),
  ]
  const args = [
    'run',
    'build/config/stryker.mjs',
    '--mutate',
    filesOf(target).join(','),
    '--logLevel',
    'warn',
    '--concurrency',
    String(workers),
    ...remembered,
  ]
  const { code } = await run(
    process.execPath,
    [tool('@stryker-mutator/core/bin/stryker.js'), ...args],
    { cwd: ROOT, show: true, env: { ...process.env, ...ONE_WORKER, ...testsOf(target) } },
  )
  const report = /** @type {Report | undefined} */ (readJson(join(WORK, 'last.json')))
  if (code !== 0 || report === undefined) {
    throw new UserError(`The mutations of ${target} could not be tested (exit code ${code}).`)
  }
  mkdirSync(REPORTS, { recursive: true })
  for (const kind of KINDS) {
    renameSync(join(WORK, `last.${kind}`), join(REPORTS, `${target}.${kind}`))
  }
  const mutants = Object.values(report.files).flatMap((file) => file.mutants)
  /** @param {readonly string[]} statuses */
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  return {
    target,
    noticed: count('Killed', 'Timeout'),
    ended: count('Timeout'),
    missed: count('Survived', 'NoCoverage'),
    seconds: (performance.now() - started) / 1000,
  }
}

/**
 * Returns the variable that limits a run to the target's own tests, where it has some.
 * @param {string} target
 */
function testsOf(target) {
  const tests = ownTestsOf(target)
  if (tests === undefined) return {}
  const patterns = tests.map((path) => (path.endsWith('/') ? `${path}*.test.ts` : path))
  return { COUNTERSIGN_MUTATION_TESTS: patterns.join(',') }
}

/**
 * Returns the number of processes: `--workers=<n>`, by default at most two.
 * @param {readonly string[]} args
 */
function workersOf(args) {
  const option = args.find((word) => word.startsWith('--workers='))
  if (option === undefined) return Math.min(2, availableParallelism())
  const workers = Number(option.slice('--workers='.length))
  if (Number.isInteger(workers) && workers > 0) return workers
  throw new UserError('--workers needs a whole number above 0.')
}

/** @param {Score} score */
const share = ({ noticed, missed }) =>
  noticed + missed === 0 ? 100 : (100 * noticed) / (noticed + missed)

await runMain(async () => {
  requireNode()
  const options = process.argv.slice(2)
  if (options.includes('--help')) return void print(HELP)
  const named = options.filter((word) => !word.startsWith('--'))
  const targets = named.length > 0 ? named : Object.keys(TARGETS)
  for (const target of targets) filesOf(target)
  await ensureInstalled()
  // Runs for long, so other processes get priority.
  setPriority(10)
  /** @type {Score[]} */
  const scores = []
  for (const target of targets) {
    print(`\n── ${target} ${'─'.repeat(Math.max(1, 70 - target.length))}`)
    scores.push(await runTarget(target, options.includes('--again'), workersOf(options)))
  }
  print('')
  for (const score of scores) {
    const { target, noticed, ended, missed, seconds } = score
    print(
      `${target.padEnd(12)} ${share(score).toFixed(1).padStart(5)}% detected: ${noticed} of ${noticed + missed} (${ended} by their time), in ${(seconds / 60).toFixed(1)} min`,
    )
  }
  const below = scores.filter((score) => share(score) < MIN_SCORE)
  print(`\nUndetected mutations by file: ${relative(ROOT, REPORTS)}`)
  return below.length === 0 ? 0 : 1
})
