import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { failuresTold } from '../../../build/stages/e2e-failures.mjs'

const folder = mkdtempSync(join(tmpdir(), 'countersign-failures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const line = (at: string, name: string): string => JSON.stringify({ at, level: 'error', name })
writeFileSync(
  join(folder, 'desk-1.log'),
  [
    line('2026-01-05T10:00:00.000Z', 'long.before'),
    line('2026-01-05T10:00:55.000Z', 'just.before'),
    line('2026-01-05T10:01:05.000Z', 'meanwhile'),
    line('2026-01-05T10:02:00.000Z', 'after'),
    'torn',
  ].join('\n'),
)
writeFileSync(join(folder, 'quiet-2.log'), line('2026-01-05T09:00:00.000Z', 'other'))
writeFileSync(join(folder, 'desk-1.page'), '- status: Fits\n- button "Verify"')
writeFileSync(join(folder, 'quiet-2.page'), '- nothing')

const told = (status: string, attempt: object): readonly string[] =>
  failuresTold(
    [
      {
        suites: [
          {
            specs: [
              {
                title: 'says so',
                file: 'a.spec.ts',
                tests: [
                  {
                    status,
                    results: [
                      {
                        status: 'failed',
                        startTime: '2026-01-05T10:01:00.000Z',
                        duration: 10_000,
                        ...attempt,
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    folder,
  )

test('a failed test is told with what the program wrote meanwhile and what its windows showed', () => {
  expect(told('unexpected', {})).toEqual([
    '',
    '── a.spec.ts › says so',
    '# Log of desk-1',
    line('2026-01-05T10:00:55.000Z', 'just.before'),
    line('2026-01-05T10:01:05.000Z', 'meanwhile'),
    '# Windows of desk-1 at the end',
    '- status: Fits',
    '- button "Verify"',
  ])
})

test('what is missing is left out, and what passed is not told', () => {
  expect(told('unexpected', { startTime: 'never' })).toEqual(['', '── a.spec.ts › says so'])
  expect(told('expected', {})).toEqual([])
  expect(told('flaky', { status: 'passed' })).toEqual([])
})

test('a page and a log are cut', () => {
  writeFileSync(
    join(folder, 'z-3.page'),
    Array.from({ length: 300 }, (_, at) => `- row ${at}`).join('\n'),
  )
  writeFileSync(
    join(folder, 'z-3.log'),
    Array.from({ length: 90 }, (_, at) => line('2026-01-05T10:01:01.000Z', `event.${at}`)).join(
      '\n',
    ),
  )
  const lines = told('unexpected', {})
  expect(lines.at(-1)).toBe('… 80 more lines')
  const log = lines.indexOf('# Log of z-3')
  expect([lines[log + 1], lines[log + 41]?.includes('event.89'), lines[log + 42]]).toEqual([
    '… 50 more lines',
    true,
    '# Windows of z-3 at the end',
  ])
})
