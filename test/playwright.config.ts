import { defineConfig } from '@playwright/test'

/**
 * `npm run sim` takes what `npm test` has no time for too: more themes and sizes, and stories over
 * many restarts.
 */
const full = process.env['COUNTERSIGN_EFFORT'] === 'full'

const FOCUSED = /\/e2e\/(confirm|instructions)\/.*\.spec\.ts$/

/**
 * End to end: real Electron windows, two at a time: they share a screen with one focus, and on
 * small machines two cores.
 */
export default defineConfig({
  testDir: './e2e',
  testMatch: /.*\.(test|spec)\.ts$/,
  outputDir: '../test-results/playwright',
  ...(full ? {} : { grepInvert: /@long/ }),
  workers: 2,
  fullyParallel: false,
  // A screen has one focus: what needs it in the confirm window goes one after the other, beside
  // everything else.
  projects: [
    { name: 'countersign', testMatch: FOCUSED, workers: 1 },
    { name: 'workspace', testIgnore: FOCUSED },
  ],
  retries: 0,
  forbidOnly: true,
  // Far above what any test needs on a quiet machine: a busy one must not make a slow test a wrong
  // one.
  timeout: 120_000,
  globalTimeout: (full ? 25 : 9) * 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
})
