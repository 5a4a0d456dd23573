import { defineConfig } from '@playwright/test'

/**
 * `npm run sim` also runs what `npm test` has no time for: more themes and sizes, and scenarios
 * with many restarts.
 */
const full = process.env['COUNTERSIGN_EFFORT'] === 'full'

const FOCUSED = /\/e2e\/(confirm|instructions)\/.*\.spec\.ts$/

/**
 * End-to-end tests with real Electron windows, two at a time: they share a screen with one focus
 * and, on small machines, two cores.
 */
export default defineConfig({
  testDir: './e2e',
  testMatch: /.*\.(test|spec)\.ts$/,
  outputDir: '../test-results/playwright',
  ...(full ? {} : { grepInvert: /@long/ }),
  workers: 2,
  fullyParallel: false,
  // A screen has one focus, so confirm window tests that need it run one after the other, beside
  // all others.
  projects: [
    { name: 'countersign', testMatch: FOCUSED, workers: 1 },
    { name: 'workspace', testIgnore: FOCUSED },
  ],
  retries: 0,
  forbidOnly: true,
  // Far above what a test needs on an idle machine, so that a busy one does not fail slow tests.
  timeout: 120_000,
  globalTimeout: (full ? 90 : 16) * 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
})
