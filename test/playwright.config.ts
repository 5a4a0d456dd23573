import { defineConfig } from '@playwright/test'

/** End to end: real Electron windows, one after the other, because they share a screen and two cores. */
export default defineConfig({
  testDir: './e2e',
  testMatch: /.*\.(test|spec)\.ts$/,
  outputDir: '../test-results/playwright',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  globalTimeout: 7 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
})
