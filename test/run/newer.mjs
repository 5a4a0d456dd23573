import { compileBundles } from '../../build/code-cache.mjs'
import { buildWithTests } from '../../build/build.mjs'
import { newerNode } from '../../build/runtime/newer-node.mjs'
import { resolveRuntime } from '../../build/runtime/resolve.mjs'
import { windowTests } from './e2e.mjs'
import { findChromium, NO_CHROMIUM } from './installed-browser.mjs'
import { vitest } from './vitest.mjs'

const CONFIG = 'test/newer/playwright.config.ts'

/** @param {string} reason @returns {import('./result.mjs').StageResult} */
const skipped = (reason) => ({
  passed: 0,
  failed: 0,
  skipped: 1,
  notes: [`Skipped: ${reason}.`],
})

/**
 * Runs every test without a window on the Node of the shipped Electron: main's parts, the practice
 * exchange and the bridge from their bundles too.
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
export async function newerNodeTests() {
  const node = await newerNode()
  if ('missing' in node) return skipped(node.missing)
  await buildWithTests()
  return vitest([], { node: node.executable })
}

/**
 * Runs the tests with windows that need no Electron in the system's Chromium, with the program on
 * the Node of the shipped Electron, and compares the windows with those of the test runtime.
 * @returns {Promise<import('./result.mjs').StageResult>}
 */
export async function newerWindowTests() {
  const node = await newerNode()
  if ('missing' in node) return skipped(node.missing)
  if (findChromium() === undefined) return skipped(NO_CHROMIUM)
  await buildWithTests()
  await compileBundles(await resolveRuntime())
  return windowTests([], {
    node: node.executable,
    extra: { COUNTERSIGN_PLAYWRIGHT_CONFIG: CONFIG, COUNTERSIGN_WINDOWS: 'browser' },
  })
}
