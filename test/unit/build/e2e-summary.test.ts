import { describe, expect, it } from 'vitest'
import { summarize } from '../../../build/stages/e2e.mjs'

const stats = { expected: 2, unexpected: 0, flaky: 0, skipped: 0 }

describe('the summary of the end-to-end tests', () => {
  it('counts the results and gives the reason of each skipped test', () => {
    const skipped = {
      status: 'skipped',
      annotations: [{ type: 'skip', description: 'no keyring' }],
    }
    const suites = [
      { suites: [{ specs: [{ title: 'keeps', file: 'a.test.ts', tests: [skipped] }] }] },
    ]
    expect(summarize({ suites, errors: [], stats: { ...stats, skipped: 1 } }, 0)).toEqual({
      passed: 2,
      failed: 0,
      skipped: 1,
      notes: ['Skipped: a.test.ts › keeps: no keyring'],
      failedTests: [],
      notRun: 0,
    })
  })

  it('counts the tests that were not run after a failure apart from those that are skipped', () => {
    const errors = [{ message: 'not visible' }]
    const failed = { status: 'unexpected', annotations: [], results: [{ errors }] }
    const next = { status: 'skipped', annotations: [{ type: 'serial' }], results: [] }
    const specs = [failed, next, next].map((test, index) => ({
      title: `step ${index}`,
      file: 'a.spec.ts',
      tests: [test],
    }))
    const report = {
      suites: [{ title: 'a.spec.ts', suites: [{ title: 'chain', specs }] }],
      errors: [],
      stats: { ...stats, unexpected: 1, skipped: 2 },
    }
    expect(summarize(report, 1)).toMatchObject({ failed: 1, skipped: 0, notRun: 2, notes: [] })
  })

  it('names each failed test with the titles around it and the beginning of its message', () => {
    const errors = [{ message: '\u001B[31mnot visible\u001B[39m\n\nwaited 5 s' }]
    const failed = { status: 'unexpected', annotations: [], results: [{ errors }] }
    const inner = {
      title: 'orders',
      specs: [{ title: 'cancels', file: 'a.spec.ts', tests: [failed] }],
    }
    const report = { suites: [{ title: 'a.spec.ts', suites: [inner] }], errors: [], stats }
    expect(summarize(report, 1)).toMatchObject({
      failedTests: [
        {
          file: 'test/e2e/a.spec.ts',
          title: 'a.spec.ts › orders › cancels',
          reason: 'not visible\nwaited 5 s',
        },
      ],
    })
  })

  it.each([
    ['no report', undefined, 0],
    ['a failed test', { suites: [], errors: [], stats: { ...stats, unexpected: 1 } }, 1],
    [
      'a test that passed only on the second attempt',
      { suites: [], errors: [], stats: { ...stats, flaky: 1 } },
      0,
    ],
    ['an error outside any test', { suites: [], errors: [{ message: 'x' }], stats }, 1],
    ['an exit code that the report does not explain', { suites: [], errors: [], stats }, 1],
  ])('reports a failure for %s', (_name, report, code) => {
    expect(summarize(report, code).failed).toBe(1)
  })
})
