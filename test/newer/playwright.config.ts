import { defineConfig } from '@playwright/test'
import { WINDOW_FILES } from './window-files.js'

/** The tests of `npm test -- newer-windows`, each with a program and a browser of its own. */
export default defineConfig({
  testDir: '..',
  testMatch: ['**/newer/*.spec.ts', ...WINDOW_FILES.map((path) => `**/e2e/${path}`)],
  outputDir: '../../test-results/playwright-newer',
  grepInvert: /@long/,
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 480_000,
  globalTimeout: 100 * 60_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['../harness/system/window-summary.ts']],
})
