import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compileBundles } from '../../build/code-cache.mjs'
import { buildWithTests } from '../../build/build.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { newerNode } from '../../build/runtime/newer-node.mjs'
import { resolveRuntime } from '../../build/runtime/resolve.mjs'
import { windowTests } from './e2e.mjs'
import { findChromium, NO_CHROMIUM } from './installed-browser.mjs'
import { vitest } from './vitest.mjs'

const DIFFERENCES = join(ROOT, 'test-results', 'newer', 'layout-differences.txt')
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
  rmSync(DIFFERENCES, { force: true })
  const result = await windowTests([], {
    node: node.executable,
    extra: { COUNTERSIGN_PLAYWRIGHT_CONFIG: CONFIG, COUNTERSIGN_WINDOWS: 'browser' },
  })
  return { ...result, notes: [...result.notes, layoutNote()] }
}

/** Says how far the panels differ between the runtimes: few parts may, and a person reads which. */
function layoutNote() {
  if (!existsSync(DIFFERENCES)) return 'The layouts of the panels were not compared.'
  const lines = readFileSync(DIFFERENCES, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.length === 0
    ? 'Every part of every panel has the same place in both runtimes.'
    : `${lines.length} parts of panels differ between the runtimes: ${DIFFERENCES}`
}
