import { availableParallelism } from 'node:os'
import { buildWithTests } from './build.mjs'
import { run } from './lib/exec.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { tool } from './lib/folders.mjs'
import { UserError, runMain, print } from './lib/terminal.mjs'
import { e2e } from './stages/e2e.mjs'
import { runSeeds } from './stages/seeds.mjs'
import { ensureSystemPackages } from './stages/system-packages.mjs'

const HELP = `npm run sim [-- folder …]     runs every simulation and property test, with many more runs than npm test,
                                and compiles the copy of the recipes; then
                                every end-to-end test, including the long ones (only these: -- e2e)
npm run sim -- --seeds 1000   runs the real client against the real practice exchange, in virtual time,
                                with 1000 seeds; prints every violation and the seeds per second
          --from 5000           the first seed (1)
          --workers 2           the number of processes (one per core)
npm run sim -- --seed 17      replays one seed and prints everything that happens in it
          --generation 1        with the faults that seeds had then, as a regression names it`

/**
 * Returns the number after an option; the default when the option is absent.
 * @param {readonly string[]} args
 * @param {string} name
 * @param {number} fallback
 */
function numberAfter(args, name, fallback) {
  const index = args.indexOf(name)
  if (index < 0) return fallback
  const value = Number(args[index + 1])
  if (!Number.isInteger(value) || value < 1) {
    throw new UserError(`${name} needs a whole number above 0.`)
  }
  return value
}

/**
 * Runs the existing suites at length.
 * @param {readonly string[]} filters
 * @returns {Promise<number>}
 */
async function runSuites(filters) {
  process.env['COUNTERSIGN_EFFORT'] = 'full'
  const windows = filters.length === 0 || filters.includes('e2e')
  const places =
    filters.length > 0
      ? filters.filter((filter) => filter !== 'e2e')
      : ['test/simulation', 'test/faults', 'test/property', 'test/invariants/recipes']
  const args = [
    tool('vitest/vitest.mjs'),
    'run',
    '--config',
    'test/vitest.config.ts',
    '--testTimeout',
    '1800000',
    ...places,
  ]
  const code =
    places.length === 0 ? 0 : (await run(process.execPath, args, { cwd: ROOT, show: true })).code
  if (!windows) return code
  await ensureSystemPackages()
  await buildWithTests()
  const { failed } = await e2e([])
  return failed > 0 ? 1 : code
}

await runMain(async () => {
  requireNode()
  const args = process.argv.slice(2)
  if (args.includes('--help')) return void print(HELP)
  await ensureInstalled()
  const generation = args.includes('--generation') ? numberAfter(args, '--generation', 1) : null
  if (args.includes('--seed')) {
    const from = numberAfter(args, '--seed', 1)
    return runSeeds({ count: 1, from, workers: 1, generation, trace: true })
  }
  if (!args.includes('--seeds')) return runSuites(args)
  return runSeeds({
    count: numberAfter(args, '--seeds', 1),
    from: numberAfter(args, '--from', 1),
    workers: numberAfter(args, '--workers', availableParallelism()),
    generation,
    trace: false,
  })
})
