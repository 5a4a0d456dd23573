import { expect, test } from 'vitest'
import { localFailure } from '../../../../electron/provider/http/call-failure.js'
import { failureMessage } from '../../../../electron/provider/http/provider-failure.js'
import { LIMITS } from '../../../../shared/wire/rate-limits.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'

test('a request over a limit says how many the broker allows and when the next may be sent', () => {
  const over = (waitMs: number, limit: { readonly count: number; readonly seconds: number }) =>
    inEnglish(failureMessage({ ...localFailure('rate-limited', 'no place', waitMs), limit }))
  expect(over(12_300, LIMITS.orderWrites.production)).toBe(
    'The broker allows 600 of these requests a minute, and they are used up. The next can be sent in 13 s.',
  )
  expect(over(0, LIMITS.orderReads.production)).toBe(
    'The broker allows 2 of these requests in 2 s, and they are used up. The next can be sent in 1 s.',
  )
  expect(inEnglish(failureMessage(localFailure('rate-limited', 'no place')))).toBe(
    'The request limit is used up for the moment.',
  )
})
