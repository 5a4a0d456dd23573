import { defineConfig } from 'vitest/config'
import house, { replacing, shared } from './vitest.config.js'

/**
 * The tests that `npm run mutation` asks: those that need neither sockets nor a second process, because each is asked hundreds of times.
 * One process for all, as in `npm test`; Stryker starts a new one for every change, so that none sees what another loaded.
 */
export default defineConfig({
  ...house,
  test: {
    ...shared,
    pool: 'threads',
    isolate: false,
    include: ['test/{unit,property,simulation,security}/**/*.test.ts'],
    exclude: [...replacing, 'test/**/fixtures/**'],
  },
})
