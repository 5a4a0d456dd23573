import { describe, expect, it } from 'vitest'
import { lookupProblem } from '../../../../../renderer/panels/ticket/lookup-problem.js'
import { appError } from '../../../../../shared/domain/app/app-error.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { text as english } from '../../../../../shared/messages/en/window/index.js'
import { text as spanish } from '../../../../../shared/messages/translations/es/window/index.js'

describe('The symbol of the ticket while it is not read', () => {
  it('waits for the code on the phone where that is why, in both languages', () => {
    const pending = appError('session/awaits-code', foreign('waiting'))
    expect(lookupProblem(pending, english)).toEqual({
      text: english.errors.sentences['session/awaits-code'],
      mayRetry: false,
    })
    expect(lookupProblem(pending, spanish).text).toMatch(/teléfono/)
    const late = appError('session/not-confirmed', foreign('too late'))
    expect(lookupProblem(late, english).text).toContain('not confirmed in time')
  })

  it('could not be looked up for any other reason, and may be tried again', () => {
    const failed = appError('provider/unavailable', foreign('down'))
    for (const error of [failed, null]) {
      expect(lookupProblem(error, english)).toEqual({
        text: 'The symbol could not be looked up.',
        mayRetry: true,
      })
    }
  })
})
