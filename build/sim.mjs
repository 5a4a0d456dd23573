import { buildWithTests } from './build.mjs'
import { command, runProgram, runTests } from './lib/command.mjs'
import { e2e } from '../test/run/e2e.mjs'
import { ensureSystemPackages } from './lib/system-packages.mjs'

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
  const code = places.length === 0 ? 0 : await runTests(['--testTimeout', '1800000', ...places])
  if (!windows) return code
  await ensureSystemPackages()
  await buildWithTests()
  const { failed } = await e2e([])
  return failed > 0 ? 1 : code
}

await command(HELP, (args) =>
  args.includes('--seeds') || args.includes('--seed')
    ? runProgram('test/simulation/system/run-seeds.ts', args)
    : runSuites(args),
)
