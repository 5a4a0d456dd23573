import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestCase } from '@playwright/test/reporter'
import { afterAll, expect, test } from 'vitest'
import { describeFailure } from '../../harness/system/window-summary.js'

const folder = mkdtempSync(join(tmpdir(), 'countersign-failures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const logLine = (timestamp: string, name: string): string =>
  JSON.stringify({ at: timestamp, level: 'error', name })
writeFileSync(
  join(folder, 'desk-1.log'),
  [
    logLine('2026-01-05T10:00:00.000Z', 'long.before'),
    logLine('2026-01-05T10:00:55.000Z', 'just.before'),
    logLine('2026-01-05T10:01:05.000Z', 'meanwhile'),
    logLine('2026-01-05T10:02:00.000Z', 'after'),
    'torn',
  ].join('\n'),
)
writeFileSync(join(folder, 'quiet-2.log'), logLine('2026-01-05T09:00:00.000Z', 'other'))
writeFileSync(join(folder, 'desk-1.page'), '- status: Fits\n- button "Verify"')
writeFileSync(join(folder, 'quiet-2.page'), '- nothing')

const failureReport = (outcome: string, attempt: object): readonly string[] =>
  describeFailure(
    {
      outcome: () => outcome,
      titlePath: () => ['', '', 'a.spec.ts', 'says so'],
      results: [
        {
          status: 'failed',
          startTime: new Date('2026-01-05T10:01:00.000Z'),
          duration: 10_000,
          ...attempt,
        },
      ],
    } as unknown as TestCase,
    folder,
  )

test('a failed test is reported with the log of its time and the last content of its windows', () => {
  expect(failureReport('unexpected', {})).toEqual([
    '',
    '── a.spec.ts › says so',
    '# Log of desk-1',
    logLine('2026-01-05T10:00:55.000Z', 'just.before'),
    logLine('2026-01-05T10:01:05.000Z', 'meanwhile'),
    '# Windows of desk-1 at the end',
    '- status: Fits',
    '- button "Verify"',
  ])
})

test('missing attachments are omitted, and passed tests are not reported', () => {
  expect(failureReport('unexpected', { startTime: new Date(Number.NaN) })).toEqual([
    '',
    '── a.spec.ts › says so',
  ])
  expect(failureReport('expected', {})).toEqual([])
  expect(failureReport('flaky', { status: 'passed' })).toEqual([])
})

test('long pages and logs are cut', () => {
  writeFileSync(
    join(folder, 'z-3.page'),
    Array.from({ length: 300 }, (_, index) => `- row ${index}`).join('\n'),
  )
  writeFileSync(
    join(folder, 'z-3.log'),
    Array.from({ length: 90 }, (_, index) =>
      logLine('2026-01-05T10:01:01.000Z', `event.${index}`),
    ).join('\n'),
  )
  const lines = failureReport('unexpected', {})
  expect(lines.at(-1)).toBe('… 80 more lines')
  const log = lines.indexOf('# Log of z-3')
  expect([lines[log + 1], lines[log + 41]?.includes('event.89'), lines[log + 42]]).toEqual([
    '… 50 more lines',
    true,
    '# Windows of z-3 at the end',
  ])
})
