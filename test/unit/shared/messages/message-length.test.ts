import { describe, expect, it } from 'vitest'
import { zMessage } from '../../../../shared/ipc/message.js'
import { foreign, message } from '../../../../shared/messages/make-message.js'

describe('a message with a text from outside', () => {
  it('is cut to what a window accepts', () => {
    const long = 'x'.repeat(10_000)
    for (const made of [foreign(long), message('auth.refused', { reason: long })]) {
      expect(zMessage.safeParse(made).success).toBe(true)
    }
    expect(zMessage.safeParse({ code: 'auth.refused', params: { reason: long } }).success).toBe(
      false,
    )
  })
})
