import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** One run for everything that needs no Electron window: unit, property, simulation, contract, security, invariants. */
export default defineConfig({
  root,
  cacheDir: '.cache/vitest',
  resolve: {
    // The `electron` package tries to download its binary when plain Node imports it.
    alias: [{ find: /^electron$/, replacement: fileURLToPath(new URL('./fakes/electron.ts', import.meta.url)) }],
  },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'test/bench/**', 'test/**/fixtures/**'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Far above what any test needs on a quiet machine: a busy one must not make a slow test a wrong one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
