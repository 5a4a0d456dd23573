import { describe, expect, it } from 'vitest'
import { text } from '../../../shared/messages/en/window/index.js'
import { describeError, errorLine } from '../../../renderer/language/error-message.js'
import { rank } from '../../../renderer/app/overlays/palette-items.js'
import { themeOf } from '../../../renderer/app/follow-preferences.js'
import { APP_ERROR_CODES, appError } from '../../../shared/domain/app/app-error.js'
import { NOTICE_CODES } from '../../../shared/domain/session/session-view.js'
import { DRAFT_PROBLEMS } from '../../../shared/domain/orders/order-rules.js'
import { ORDER_STATUSES } from '../../../shared/domain/orders/order-state.js'
import { foreign, message } from '../../../shared/messages/make-message.js'

const isComplete = (message: string): boolean => /^[A-Z].*[.?]$/.test(message)

describe('the text catalogue', () => {
  it('has a sentence for every error, problem, order status and notice', () => {
    const messages = [
      ...APP_ERROR_CODES.map((code) => text.errors.sentences[code]),
      ...DRAFT_PROBLEMS.map((problem) => text.orders.problems[problem]),
      ...ORDER_STATUSES.map((status) => text.orders.meanings[status]),
      ...NOTICE_CODES.map((code) => text.notices[code]),
    ]
    expect(messages.filter((message) => !isComplete(message))).toEqual([])
    expect(new Set(ORDER_STATUSES.map((status) => text.orders.statuses[status])).size).toBe(
      ORDER_STATUSES.length,
    )
  })

  it('always says when an order may exist', () => {
    for (const code of APP_ERROR_CODES) {
      expect(
        describeError(appError(code, foreign('detail'), { order: 'may-exist' })).detail,
      ).toMatch(/^detail\. An order may have been placed\./)
    }
    expect(describeError(appError('internal', foreign(''))).detail).toBeNull()
  })

  it('writes a reason once, where the sentence of the error begins with it', () => {
    const error = appError('provider/unavailable', message('provider.unavailable'))
    expect(errorLine(error)).toBe('The broker cannot be reached. Countersign keeps trying.')
    expect(errorLine(appError('provider/unavailable', foreign('reset')))).toMatch(/ reset\.$/)
    expect(describeError(appError('session/awaits-code', message('provider.awaitsCode')))).toEqual({
      title: text.errors.sentences['session/awaits-code'],
      detail: null,
    })
    expect(
      describeError(appError('session/not-confirmed', message('provider.notConfirmed'))),
    ).toEqual({ title: text.errors.sentences['session/not-confirmed'], detail: null })
  })
})

describe('the palette', () => {
  it('ranks a title that starts with the query above one that contains it', () => {
    expect(
      ['Orders', 'Time & Sales', 'Reorder', 'Fills'].map((title) => rank(title, 'or')),
    ).toEqual([0, null, 2, null])
    expect(rank('Time & Sales', 'sa')).toBe(1)
  })
})

describe('the theme', () => {
  it('follows the system only when the preference says so', () => {
    expect(themeOf('system', { light: true, contrast: false })).toBe('light')
    expect(themeOf('system', { light: true, contrast: true })).toBe('contrast')
    expect(themeOf('system', { light: false, contrast: false })).toBe('dark')
    expect(themeOf('dark', { light: true, contrast: true })).toBe('dark')
  })
})
