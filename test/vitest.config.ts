import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { WaitingFirst } from './harness/system/waiting-first.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const TESTS = 'test/**/*.test.{ts,tsx}'
const ELSEWHERE = ['test/e2e/**', 'test/bench/**', 'test/**/fixtures/**']

/** Tests that mock a module, which every other test in the same process would also receive. */
export const replacing = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter(
    (path) =>
      path.endsWith('.test.ts') &&
      /\bvi\.(mock|doMock)\(/.test(readFileSync(join(root, path), 'utf8')),
  )

/** Tests that measure times of the real clock, which other tests beside them would lengthen. */
const MEASURING = ['test/contract/core/outages/**']

/** The settings of every test run. */
export const shared = {
  environment: 'node',
  pool: 'forks',
  // Far above what a test needs on an idle machine, so that a busy one does not fail slow tests.
  // Set the timeout only here: longer runs need more time.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // Vitest's default is one second.
  expect: { poll: { timeout: 180_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: ['test/harness/system/real-time.ts'],
} satisfies TestUserConfig

/**
 * Runs every test that needs no Electron window: unit, property, simulation, contract, security,
 * invariants.
 */
export default defineConfig({
  root,
  cacheDir: '.cache/vitest',
  resolve: {
    // The `electron` package tries to download its binary when plain Node imports it.
    alias: [
      {
        find: /^electron$/,
        replacement: fileURLToPath(new URL('./fakes/electron.ts', import.meta.url)),
      },
    ],
  },
  test: {
    // These tests mostly wait: for sockets, streams and rate limits.
    maxWorkers: 5 * availableParallelism(),
    sequence: { sequencer: WaitingFirst },
    // Later runs load modules that did not change without transforming them again.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: join(root, '.cache', 'vitest', 'modules'),
    },
    passWithNoTests: false,
    projects: [
      // Loading the catalog's schemas takes longer than most tests, so files share a process and
      // the loaded modules.
      {
        extends: true,
        test: {
          ...shared,
          name: 'together',
          isolate: false,
          include: [TESTS],
          exclude: [...ELSEWHERE, ...replacing, ...MEASURING],
        },
      },
      { extends: true, test: { ...shared, name: 'alone', include: replacing, exclude: ELSEWHERE } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'measuring',
          include: MEASURING.map((folder) => `${folder}/*.test.ts`),
          // After all others.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
