import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPractice, type PracticeSession } from './practice-session.js'
import { writtenOut } from '../../harness/written-out.js'

let practice: PracticeSession
beforeAll(async () => {
  practice = await openPractice()
})
afterAll(async () => {
  await practice.close()
})

test('REL-30: a refused timestamp is reported in words, and the session is not shown as live', async () => {
  const provider = practice.provider()
  const message = /computer's clock is wrong/
  expect((await provider.portfolio.accounts()).ok).toBe(true)
  expect(provider.health.report()).toMatchObject({ state: 'live', detail: null })

  await practice.practice.command({ command: 'skew', ms: 600_000 })
  const refused = await provider.portfolio.accounts()
  expect(writtenOut(refused)).toMatchObject({
    ok: false,
    error: { kind: 'unauthorized', message: expect.stringMatching(message) },
  })
  expect(writtenOut(provider.health.report())).toMatchObject({
    state: 'stale',
    detail: expect.stringMatching(message),
  })
  await provider.portfolio.accounts()
  expect(provider.health.report().state).toBe('down')

  await practice.practice.command({ command: 'skew', ms: 0 })
  expect((await provider.portfolio.accounts()).ok).toBe(true)
  expect(provider.health.report()).toMatchObject({ state: 'live', detail: null })
})
