import { statSync } from 'node:fs'
import { join } from 'node:path'
import { buildWithTests } from './build.mjs'
import { runProgram } from './lib/command.mjs'
import { listFiles } from './lib/files.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { UserError, runMain, print } from './lib/terminal.mjs'
import { projectFiles } from './lint/project-files.mjs'
import { budget } from '../test/run/budget.mjs'
import { boundaries, format, lint, typedLint, types } from './lint/checks.mjs'
import { newerNodeTests, newerWindowTests } from '../test/run/newer.mjs'
import { e2e, e2eInTime } from '../test/run/e2e.mjs'
import { changedFiles, testsOf } from '../test/run/related.mjs'
import { oneCheck } from '../test/run/result.mjs'
import { MAX_FLAKY } from '../test/run/retry.mjs'
import { listTests, readArguments, select } from '../test/run/selection.mjs'
import { ensureSystemPackages } from './lib/system-packages.mjs'
import { vitest } from '../test/run/vitest.mjs'

/** The number of seeds of the whole-system simulation: under a minute on two idle cores. */
const SEEDS = 1_500

const HELP = `npm test                      runs what continuous integration runs: everything, tests with
                              windows for as long as said below
npm test -- --quick           in three minutes: format, types, lint, boundaries, unit tests, invariants
npm run check                 in a minute: format, types, lint, boundaries, and the tests nearest to
                              the files that differ from the main branch
npm test -- <filter> ...      only these: format, types, lint, typed-lint, boundaries, build, budget,
                              seeds, vitest, a folder of test/ (unit, security, ...), or a part of
                              the path of a test file (test/e2e/shell/first-start)
npm test -- -t <title>        the tests whose title contains this text, in files that contain it; also
                              with filters
npm test -- e2e               every test with windows; npm test runs the core of them (test/e2e/core-files.ts)
                              and the others until 15 minutes (COUNTERSIGN_WINDOW_MINUTES) are over, and
                              names those that did not run
npm test -- newer             the tests on the Node of the shipped Electron, and the windows in this
                              system's Chromium, with main on that Node: newer-node, newer-windows;
                              not part of npm test`

/** The files of tests that `npm run check` runs at most: half a minute on two idle cores. */
const MAX_NEAREST = 60

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<import('../test/run/result.mjs').StageResult>} run
 */

/** @type {Record<string, Stage>} */
const CODE_CHECKS = {
  format: { name: 'format', run: format },
  types: { name: 'types', run: types },
  lint: { name: 'lint', run: lint },
  boundaries: { name: 'boundaries', run: boundaries },
}

/** @type {Record<string, Stage>} */
const CHECKS = {
  ...CODE_CHECKS,
  'typed-lint': { name: 'typed lint', run: typedLint },
  build: { name: 'build', run: () => buildWithTests().then(() => oneCheck(true)) },
}

/** @type {Stage} */
const BUDGET_STAGE = { name: 'budget', run: budget }

/** @type {Stage} */
const SEEDS_STAGE = { name: 'seeds', run: simulate }

/**
 * What runs on newer versions of Node and Chromium, like those of the shipped Electron.
 * @type {Record<string, Stage>}
 */
const NEWER = {
  'newer-node': { name: 'newer Node', run: newerNodeTests },
  'newer-windows': { name: 'newer windows', run: newerWindowTests },
}

/**
 * Simulates the whole client on the real practice exchange with new seeds, in the processor time
 * that other programs leave over.
 */
async function simulate() {
  const args = ['--seeds', String(SEEDS), '--yields']
  return oneCheck((await runProgram('test/simulation/system/run-seeds.ts', args)) === 0)
}

/** @param {readonly string[]} paths @param {string | null} [title] @returns {Stage} */
const plain = (paths, title = null) => ({
  name: 'unit, property, contract, security',
  run: () => vitest(paths, { title }),
})

/** @param {readonly string[]} paths @param {string | null} title @returns {Stage} */
const windows = (paths, title) => ({ name: 'end to end', run: () => e2e(paths, { title }) })

/** @type {Stage} */
const WINDOWS_IN_TIME = { name: 'end to end', run: e2eInTime }

/**
 * Runs every stage, in the order of what is known soonest. The checks run together, because each
 * uses one core for most of its time. Everything else has the machine for itself: seeds beside the
 * windows save no time, and make their tests wait longer.
 * @returns {Promise<import('../test/run/result.mjs').StageResult[]>}
 */
async function runEverything() {
  const checked = await Promise.all(Object.values(CHECKS).map(runStage))
  const measured = await runStage(BUDGET_STAGE)
  const tested = []
  for (const stage of [SEEDS_STAGE, plain([]), WINDOWS_IN_TIME]) tested.push(await runStage(stage))
  return [...checked, measured, ...tested]
}

/**
 * Runs the chosen stages, one after another.
 * @param {readonly Stage[]} stages
 */
async function runChosen(stages) {
  const results = []
  for (const stage of stages) results.push(await runStage(stage))
  return results
}

/**
 * Runs what three minutes allow: the checks, and the tests of single modules and of the source
 * text.
 */
async function runQuick() {
  const checked = await Promise.all(Object.values(CODE_CHECKS).map(runStage))
  return [...checked, await runStage(plain(['test/unit/', 'test/invariants/']))]
}

/**
 * Runs what a minute allows: the checks, and the tests nearest to what changed.
 */
async function runChanged() {
  const checked = await Promise.all(Object.values(CODE_CHECKS).map(runStage))
  return [...checked, await runStage({ name: 'tests of what changed', run: testChanged })]
}

async function testChanged() {
  const changed = await changedFiles()
  const sources = projectFiles().filter((path) => /\.([cm]?[jt]s|tsx)$/.test(path))
  const plainTests = listTests().filter((path) => !path.startsWith('test/e2e/'))
  // Others than unit tests take long: only those that changed themselves.
  const isQuick = (/** @type {string} */ path) =>
    path.startsWith('test/unit/') || changed.includes(path)
  const related = testsOf(changed, sources, plainTests).filter(isQuick)
  const nearest = related.slice(0, MAX_NEAREST)
  print(`${changed.length} changed files, ${related.length} files of tests that import them.`)
  const notRun = related.length - nearest.length
  const notes =
    notRun === 0 ? [] : [`${notRun} files of tests farther away: npm test -- --quick runs them.`]
  if (nearest.length === 0) return { passed: 0, failed: 0, skipped: 0, notes }
  const result = await vitest(nearest)
  return { ...result, notes: [...result.notes, ...notes] }
}

/**
 * @param {import('../test/run/selection.mjs').Selection} selection
 * @returns {Stage[]}
 */
function stagesOf({ named, plain: paths, windows: windowPaths, title }) {
  const chosen = Object.entries(CHECKS)
    .filter(([name]) => named.includes(name) || (name === 'build' && windowPaths !== null))
    .map(([, stage]) => stage)
  if (named.includes(BUDGET_STAGE.name)) chosen.push(BUDGET_STAGE)
  if (paths !== null) chosen.push(plain(paths, title))
  if (named.includes(SEEDS_STAGE.name)) chosen.push(SEEDS_STAGE)
  if (windowPaths !== null) chosen.push(windows(windowPaths, title))
  const isNewer = (/** @type {string} */ name) => named.includes('newer') || named.includes(name)
  chosen.push(
    ...Object.entries(NEWER)
      .filter(([name]) => isNewer(name))
      .map(([, stage]) => stage),
  )
  return chosen
}

/** @param {Stage} stage */
async function runStage(stage) {
  print(`\n── ${stage.name} ${'─'.repeat(Math.max(1, 70 - stage.name.length))}`)
  const started = performance.now()
  const result = await stage.run().catch((error) => {
    return oneCheck(false, [
      error instanceof UserError ? error.message : String(error?.stack ?? error),
    ])
  })
  for (const note of result.notes) print(note)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`   ${stage.name}: ${counts(result)} in ${seconds} s`)
  return result
}

/**
 * True when a test of this run made a picture of a window; a folder of an earlier run says nothing.
 * @param {number} started
 */
function hasPicturesSince(started) {
  const folder = join(ROOT, 'test-results', 'screenshots')
  return listFiles(folder).some((file) => statSync(join(folder, file)).mtimeMs >= started)
}

/** @param {{ passed: number, failed: number, skipped: number }} result */
function counts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/**
 * Returns a line for each test that failed or was flaky, without its message.
 * @param {readonly import('../test/run/result.mjs').StageResult[]} results
 */
const namesOfFailures = (results) =>
  results
    .flatMap(({ notes }) => notes)
    .filter((note) => /^(Failed|Flaky): /.test(note))
    .map((note) => note.split('\n')[0] ?? note)

/**
 * @param {ReturnType<typeof readArguments>} chosen
 * @returns {Promise<import('../test/run/result.mjs').StageResult[]>}
 */
async function runFor({ quick, changed, title, filters }) {
  const isEverything = filters.length === 0 && title === null
  const stages = isEverything ? [] : stagesOf(select(filters, title))
  await ensureInstalled()
  if (quick) return runQuick()
  if (changed) return runChanged()
  const needsScreen = ['end to end', BUDGET_STAGE.name, 'newer windows']
  if (isEverything || stages.some(({ name }) => needsScreen.includes(name))) {
    await ensureSystemPackages()
  }
  return isEverything ? runEverything() : runChosen(stages)
}

await runMain(async () => {
  requireNode()
  const chosen = readArguments(process.argv.slice(2))
  if (chosen.help) return void print(HELP)
  process.env['CI'] ??= 'true'
  const started = Date.now()
  const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  const results = await runFor(chosen)
  for (const result of results) {
    total.passed += result.passed
    total.failed += result.failed
    total.skipped += result.skipped
    total.flaky += result.flaky ?? 0
  }
  if (hasPicturesSince(started)) print('\nScreenshots: test-results/screenshots')
  // Where only the end of a long output is kept, the names must stand there.
  for (const line of namesOfFailures(results)) print(line)
  if (total.flaky > 0) print(`\n${total.flaky} flaky, at most ${MAX_FLAKY} allowed.`)
  print(`\n${counts(total)}`)
  return total.failed === 0 && total.flaky <= MAX_FLAKY ? 0 : 1
})
