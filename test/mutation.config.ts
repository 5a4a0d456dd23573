import { defineConfig } from 'vitest/config'
import type { Reporter, Vitest } from 'vitest/node'
import sharedOptions, { replacing, shared } from './vitest.config.js'

/**
 * Tells Stryker of a test file that cannot even be loaded: it has no tests that fail, and would
 * pass for one that noticed nothing.
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
 * The tests that `npm run mutation` asks: those that need neither sockets nor a second process,
 * because each is asked hundreds of times.
 * One process for all, as in `npm test`; Stryker starts a new one for every change, so that none
 * sees what another loaded.
 */
export default defineConfig({
  ...sharedOptions,
  test: {
    ...shared,
    pool: 'threads',
    isolate: false,
    include: ['test/{unit,property,simulation,security}/**/*.test.ts'],
    exclude: [...replacing, 'test/**/fixtures/**'],
    reporters: [unloadable()],
  },
})
