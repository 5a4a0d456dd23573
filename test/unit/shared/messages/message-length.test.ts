import { describe, expect, it } from 'vitest'
import { MAX_PARAM_CHARS } from '../../../../shared/messages/message.js'
import { foreign, message } from '../../../../shared/messages/make-message.js'

describe('a message with a text from outside', () => {
  it('is cut, so that no answer of the broker fills a window', () => {
    const long = 'x'.repeat(10_000)
    for (const made of [foreign(long), message('auth.refused', { reason: long })]) {
      const lengths = Object.values(made.params ?? {}).map((param) => String(param).length)
      expect(lengths).toEqual([MAX_PARAM_CHARS])
    }
  })
})
