import { defineConfig } from '@playwright/test'

/** `npm run sim` takes what `npm test` has no time for too: more themes and sizes, and stories over many restarts. */
const full = process.env['COUNTERSIGN_EFFORT'] === 'full'

/** End to end: real Electron windows, two at a time: they share a screen with one focus, and on small machines two cores. */
export default defineConfig({
  testDir: './e2e',
  testMatch: /.*\.(test|spec)\.ts$/,
  outputDir: '../test-results/playwright',
  ...(full ? {} : { grepInvert: /@long/ }),
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  globalTimeout: (full ? 25 : 9) * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
})
