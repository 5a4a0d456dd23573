import { defineConfig } from '@playwright/test'

/** End to end: real Electron windows, three at a time: they share a screen, and wait more than they work. */
export default defineConfig({
  testDir: './e2e',
  testMatch: /.*\.(test|spec)\.ts$/,
  outputDir: '../test-results/playwright',
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  globalTimeout: 9 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
})
