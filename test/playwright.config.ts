import { defineConfig } from '@playwright/test'
import { CORE_FILES } from './e2e/core-files.js'

/**
 * `npm run sim` also runs what `npm test -- e2e` has no time for: more themes and sizes, and
 * scenarios with many restarts.
 */
const full = process.env['COUNTERSIGN_EFFORT'] === 'full'
const coreOnly = process.env['COUNTERSIGN_WINDOW_TESTS'] === 'core'

/**
 * End-to-end tests with real Electron windows. On Linux `npm test` raises the number of workers and
 * gives each of them its own screen; on a desktop they share its focus, so that only one works.
 */
export default defineConfig({
  testDir: './e2e',
  testMatch: coreOnly ? CORE_FILES.map((path) => `**/e2e/${path}`) : /.*\.(test|spec)\.ts$/,
  outputDir: '../test-results/playwright',
  ...(full ? {} : { grepInvert: /@long/ }),
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // Far above what a test needs on an idle machine, so that a busy one does not fail slow tests.
  timeout: 480_000,
  // On a slow machine they take longer, and that is no failure.
  globalTimeout: (full ? 120 : coreOnly ? 40 : 100) * 60_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./harness/system/window-summary.ts']],
})
