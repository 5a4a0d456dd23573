import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestCase } from '@playwright/test/reporter'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../build/lib/paths.mjs'
import { summaryIn } from '../../run/result.mjs'
import { summarize } from '../../harness/system/window-summary.js'

const windowTest = (outcome: string, title: string, more: object = {}): TestCase =>
  ({
    outcome: () => outcome,
    titlePath: () => ['', '', 'a.spec.ts', 'orders', title],
    location: { file: join(ROOT, 'test', 'e2e', 'a.spec.ts') },
    annotations: [],
    results: [],
    ...more,
  }) as unknown as TestCase

describe('the summary of the end-to-end tests', () => {
  it('counts the results and gives the reason of each skipped test', () => {
    const annotations = [{ type: 'skip', description: 'no keyring' }]
    const tests = [
      windowTest('expected', 'opens'),
      windowTest('expected', 'closes'),
      windowTest('skipped', 'stores', { annotations }),
    ]
    expect(summarize(tests, [])).toEqual({
      passed: 2,
      failed: 0,
      skipped: 1,
      notes: ['Skipped: a.spec.ts › orders › stores: no keyring'],
      failedTests: [],
      notRun: 0,
    })
  })

  it('counts tests that did not start after a failure separately from skipped tests', () => {
    const next = { annotations: [{ type: 'serial' }] }
    const tests = [
      windowTest('unexpected', 'step 0'),
      windowTest('skipped', 'step 1', next),
      windowTest('skipped', 'step 2', next),
    ]
    expect(summarize(tests, [])).toMatchObject({ failed: 1, skipped: 0, notRun: 2, notes: [] })
  })

  it('names each failed test with the titles of its groups and the beginning of its message', () => {
    const errors = [{ message: '\u001B[31mnot visible\u001B[39m\n\nwaited 5 s' }]
    const tests = [windowTest('unexpected', 'cancels', { results: [{ errors }] })]
    expect(summarize(tests, [])).toMatchObject({
      failedTests: [
        {
          file: 'test/e2e/a.spec.ts',
          title: 'a.spec.ts › orders › cancels',
          reason: 'not visible\nwaited 5 s',
        },
      ],
    })
  })

  it('gives the value that a test threw, with the place and the code around it', () => {
    const location = { file: join(ROOT, 'test', 'e2e', 'a.spec.ts'), line: 7, column: 3 }
    const errors = [
      { value: '"offline"', location, snippet: '\u001B[90m> 7 |\u001B[39m throw reason' },
    ]
    const [failed] =
      summarize([windowTest('unexpected', 'cancels', { results: [{ errors }] })], []).failedTests ??
      []
    expect(failed?.reason).toBe('"offline"\nat test/e2e/a.spec.ts:7:3\n> 7 | throw reason')
  })

  it.each([
    ['a test that failed', [windowTest('unexpected', 'a')], []],
    ['a test that passed only on the second attempt', [windowTest('flaky', 'a')], []],
    ['an error outside any test', [], [{ message: 'x' }]],
  ])('counts %s as a failure', (_name, tests, errors) => {
    expect(summarize(tests, errors).failed).toBe(1)
  })
})

describe('the result of a runner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-summary-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const resultOf = (text: string, code: number) => {
    writeFileSync(join(folder, 'summary.json'), text)
    return summaryIn(join(folder, 'summary.json'), 'Playwright', code)
  }
  const green = { passed: 2, failed: 0, skipped: 0, notes: [] }

  it('equals the summary that the runner wrote', () => {
    expect(resultOf(JSON.stringify(green), 0)).toEqual(green)
    const red = { ...green, failed: 3 }
    expect(resultOf(JSON.stringify(red), 1)).toEqual(red)
  })

  it.each([
    ['a run without a report', '', 0],
    ['an exit code that the report does not explain', JSON.stringify(green), 1],
  ])('counts %s as a failure', (_name, text, code) => {
    expect(resultOf(text, code).failed).toBe(1)
  })
})
