/** Whether the target names its tests; otherwise Vitest finds those that import its files. */
const hasOwnTests = process.env['COUNTERSIGN_MUTATION_TESTS'] !== undefined

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: !hasOwnTests },
  coverageAnalysis: 'perTest',
  tempDirName: '.cache/mutation/copy',
  ignorePatterns: ['.cache', 'out', 'test-results'],
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  jsonReporter: { fileName: '.cache/mutation/last.json' },
  htmlReporter: { fileName: '.cache/mutation/last.html' },
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: false,
  },
  thresholds: { high: 95, low: 90, break: null },
  timeoutMS: 15_000,
  // The first run of all tests takes minutes on a busy machine.
  dryRunTimeoutMinutes: 30,
}
