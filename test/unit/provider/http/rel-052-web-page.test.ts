import { describe, expect, it } from 'vitest'
import { classifyAnswer } from '../../../../electron/provider/http/call-failure.js'
import { failureMessage } from '../../../../electron/provider/http/provider-failure.js'
import { decodeResponse } from '../../../../electron/provider/payload/decode.js'
import { AUTH_OPERATIONS } from '../../../../shared/wire/families/access/auth.js'

const PAGE = '\n<!DOCTYPE html><html><body>Sign in to Hotel Wi-Fi</body></html>'

describe('REL-52: a web page in the broker’s place', () => {
  it.each([
    [302, ''],
    [307, PAGE],
    [403, PAGE],
    [200, PAGE],
    [511, PAGE],
  ])('is told apart from an answer of the broker (status %i)', (status, body) => {
    const failure = classifyAnswer(status, body)
    // A page proves nothing of a placement.
    expect(failure.class).toBe('ambiguous')
    expect(failureMessage(failure).code).toBe('provider.webPage')
  })

  it('is recognized where a readable answer is expected', () => {
    const decoded = decodeResponse(
      AUTH_OPERATIONS.checkToken,
      200,
      new TextEncoder().encode(PAGE),
      { acceptsNone: false, requested: {} } as never,
    )
    expect(decoded.ok ? null : failureMessage(decoded.error).code).toBe('provider.webPage')
  })

  it.each([
    [404, '{"error_code":"NOT_FOUND","message":"<html>"}'],
    [403, 'Forbidden'],
  ])('is not what the broker itself answers (status %i)', (status, body) => {
    expect(failureMessage(classifyAnswer(status, body)).code).not.toBe('provider.webPage')
  })
})
