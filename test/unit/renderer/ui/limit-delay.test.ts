import { expect, it } from 'vitest'
import { limitDelayMs } from '../../../../renderer/ui/reading/use-retry-when-allowed.js'
import { appError, type Retry } from '../../../../shared/domain/app/app-error.js'
import { foreign } from '../../../../shared/messages/make-message.js'

const rateLimited = (retry: Retry) =>
  appError('provider/rate-limited', foreign('too many'), { class: 'rate', retry })

it('Reads beyond a limit are repeated when it allows them, other failures when asked', () => {
  expect(limitDelayMs(rateLimited({ afterMs: 9_000 }))).toBe(9_200)
  expect(limitDelayMs(rateLimited('safe'))).toBe(1_000)
  expect(limitDelayMs(rateLimited('never'))).toBeNull()
  expect(
    limitDelayMs(
      appError('provider/unavailable', foreign('no'), { class: 'ambiguous', retry: 'safe' }),
    ),
  ).toBeNull()
  expect(limitDelayMs(null)).toBeNull()
})
