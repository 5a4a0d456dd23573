import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buildWithTests } from './build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { UserError, runMain, print } from './lib/terminal.mjs'
import { budget } from './stages/budget.mjs'
import { boundaries, format, lint, types } from './stages/checks.mjs'
import { e2e } from './stages/e2e.mjs'
import { oneCheck } from './stages/result.mjs'
import { MAX_FLAKY } from './stages/retry.mjs'
import { runSeeds } from './stages/seeds.mjs'
import { ensureSystemPackages } from './stages/system-packages.mjs'
import { vitest } from './stages/vitest.mjs'

/** The number of seeds of the whole-system simulation: under a minute on two idle cores. */
const SEEDS = 1_500

const HELP = `npm test                      runs everything, as continuous integration does
npm test -- <filter> ...      only these: format, types, lint, boundaries, build, budget, vitest,
                              seeds, a folder of test/ (unit, security, ...), or a path (test/e2e/shell/first-start)
npm test -- e2e               every test with windows, of which npm test runs the core (test/e2e/core-files.ts)`

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<import('./stages/result.mjs').StageResult>} run
 */

/** @type {Record<string, Stage>} */
const CHECKS = {
  format: { name: 'format', run: format },
  types: { name: 'types', run: types },
  lint: { name: 'lint', run: lint },
  boundaries: { name: 'boundaries', run: boundaries },
  build: { name: 'build', run: () => buildWithTests().then(() => oneCheck(true)) },
}

/** @type {Stage} */
const BUDGET_STAGE = { name: 'budget', run: budget }

/** @type {Stage} */
const SEEDS_STAGE = { name: 'seeds', run: simulate }

/**
 * Simulates the whole client on the real practice exchange with new seeds, in the processor time
 * that other programs leave over.
 */
async function simulate() {
  const code = await runSeeds({
    count: SEEDS,
    from: 1,
    workers: availableParallelism(),
    generation: null,
    trace: false,
    yields: true,
  })
  return oneCheck(code === 0)
}

/** @param {readonly string[]} paths @returns {Stage} */
const plain = (paths) => ({ name: 'unit, property, contract, security', run: () => vitest(paths) })

/** @param {readonly string[]} paths @returns {Stage} */
const windows = (paths) => ({ name: 'end to end', run: () => e2e(paths) })

/** @type {Stage} */
const CORE_WINDOWS = { name: 'end to end', run: () => e2e([], { coreOnly: true }) }

/**
 * Runs every stage, in the order of what is known soonest. The checks run together, because each
 * uses one core for most of its time. Everything else has the machine for itself: seeds beside the
 * windows save no time, and make their tests wait longer.
 * @returns {Promise<import('./stages/result.mjs').StageResult[]>}
 */
async function runEverything() {
  const checked = await Promise.all(Object.values(CHECKS).map(runStage))
  const measured = await runStage(BUDGET_STAGE)
  const tested = []
  for (const stage of [SEEDS_STAGE, plain([]), CORE_WINDOWS]) tested.push(await runStage(stage))
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
 * @param {readonly string[]} filters at least one
 * @returns {Stage[]}
 */
function choose(filters) {
  const chosen = Object.entries(CHECKS)
    .filter(([name]) => filters.includes(name))
    .map(([, stage]) => stage)
  const folders = readdirSync(join(ROOT, 'test'))
  const paths = filters
    .filter(
      (filter) =>
        !(filter in CHECKS) && filter !== SEEDS_STAGE.name && filter !== BUDGET_STAGE.name,
    )
    .map((filter) => (folders.includes(filter) ? `test/${filter}` : filter))
  const wrong = paths.find(
    (path) => path !== 'vitest' && path !== 'e2e' && !path.startsWith('test/'),
  )
  if (wrong !== undefined) {
    throw new UserError(`Unknown stage or test folder: ${wrong}.\n${HELP}`)
  }
  const ofWindows = paths.filter((path) => path.startsWith('test/e2e') || path === 'e2e')
  const ofPlain = paths.filter((path) => !ofWindows.includes(path))
  if (filters.includes(BUDGET_STAGE.name)) chosen.push(BUDGET_STAGE)
  if (ofPlain.length > 0) chosen.push(plain(ofPlain.filter((path) => path !== 'vitest')))
  if (filters.includes(SEEDS_STAGE.name)) chosen.push(SEEDS_STAGE)
  if (ofWindows.length > 0) {
    if (!filters.includes('build')) chosen.push(CHECKS['build'] ?? windows([]))
    chosen.push(windows(ofWindows.filter((path) => path !== 'e2e' && path !== 'test/e2e')))
  }
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

/** @param {{ passed: number, failed: number, skipped: number }} result */
function counts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

await runMain(async () => {
  requireNode()
  const filters = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
  if (process.argv.includes('--help')) return void print(HELP)
  process.env['CI'] ??= 'true'
  const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  try {
    await ensureInstalled()
    const stages = filters.length === 0 ? null : choose(filters)
    const needsScreen = ['end to end', BUDGET_STAGE.name]
    if (stages === null || stages.some(({ name }) => needsScreen.includes(name))) {
      await ensureSystemPackages()
    }
    for (const result of await (stages === null ? runEverything() : runChosen(stages))) {
      total.passed += result.passed
      total.failed += result.failed
      total.skipped += result.skipped
      total.flaky += result.flaky ?? 0
    }
  } catch (error) {
    total.failed += 1
    print(
      error instanceof UserError
        ? error.message
        : String(error instanceof Error ? error.stack : error),
    )
  }
  if (existsSync(join(ROOT, 'test-results', 'screenshots'))) {
    print('\nScreenshots: test-results/screenshots')
  }
  if (total.flaky > 0) print(`\n${total.flaky} flaky, at most ${MAX_FLAKY} allowed.`)
  print(`\n${counts(total)}`)
  return total.failed === 0 && total.flaky <= MAX_FLAKY ? 0 : 1
})
