import { defineConfig } from 'vitest/config'
import type { Reporter, Vitest } from 'vitest/node'
import { warmPool } from './warm-pool.js'
import sharedOptions, { replacing, shared } from '../vitest.config.js'

/**
 * Reports a test file that cannot be loaded as failed to Stryker; without failed tests it would
 * pass as one that noticed nothing.
 */
function unloadable(): Reporter {
  let run: Vitest | undefined
  return {
    onInit: (vitest) => {
      run = vitest
    },
    onTestModuleEnd: (module) => {
      for (const error of module.errors()) run?.state.catchError(error, 'Unhandled Error')
    },
  }
}

/**
 * Keeps loaded modules for the next mutant; Stryker sets a pool that does not. The one thread runs
 * one file at a time, whatever `VITEST_MAX_WORKERS` says.
 */
function keepingModules(): Reporter {
  return {
    onInit: ({ projects }) => {
      for (const { config } of projects) {
        Object.assign(config, { pool: warmPool.name, poolRunner: warmPool, maxWorkers: 1 })
      }
    },
  }
}

/** The tests of the target that is mutated, where only these are to run. */
const ownTests = process.env['COUNTERSIGN_MUTATION_TESTS']?.split(',')

/**
 * The tests that `npm run mutation` runs: those without sockets or a second process, because each
 * runs hundreds of times. They share one process and its loaded modules, as in `npm test`.
 */
export default defineConfig({
  ...sharedOptions,
  test: {
    ...shared,
    pool: 'threads',
    isolate: false,
    include: ownTests ?? ['test/{unit,property,simulation,security}/**/*.test.ts'],
    exclude: [...replacing, 'test/**/fixtures/**'],
    setupFiles: [...shared.setupFiles, 'test/harness/system/first-counterexample.ts'],
    reporters: [unloadable(), keepingModules()],
  },
})
