import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestUserConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
const TESTS = 'test/**/*.test.{ts,tsx}'
const ELSEWHERE = ['test/e2e/**', 'test/bench/**', 'test/**/fixtures/**']

/**
 * Tests that put something in a module's place, which every other test in their process would get
 * as well.
 */
export const replacing = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter(
    (path) =>
      path.endsWith('.test.ts') &&
      /\bvi\.(mock|doMock)\(/.test(readFileSync(join(root, path), 'utf8')),
  )

/** What every test may rely on, whoever runs it. */
export const shared = {
  environment: 'node',
  pool: 'forks',
  // Far above what any test needs on a quiet machine: a busy one must not make a slow test a wrong
  // one. The one place for it: more runs take longer.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Its own default is a second.
  expect: { poll: { timeout: 20_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: ['test/harness/system/real-time.ts'],
} satisfies TestUserConfig

/**
 * One run for everything that needs no Electron window: unit, property, simulation, contract,
 * security, invariants.
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
    // Most of the time of these tests is waiting: for sockets, streams, and limits of calls.
    maxWorkers: 4,
    passWithNoTests: false,
    projects: [
      // Loading the catalog's schemas takes longer than most tests: files share a process, and with
      // it what was loaded.
      {
        extends: true,
        test: {
          ...shared,
          name: 'together',
          isolate: false,
          include: [TESTS],
          exclude: [...ELSEWHERE, ...replacing],
        },
      },
      { extends: true, test: { ...shared, name: 'alone', include: replacing, exclude: ELSEWHERE } },
    ],
  },
})
