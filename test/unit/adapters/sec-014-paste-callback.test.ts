import { describe, expect, it } from 'vitest'
import { createPasteAuthorizer } from '../../../electron/adapters/paste-callback.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { err, ok } from '../../../shared/domain/result.js'
import { foreign } from '../../../shared/messages/make-message.js'

const REDIRECT = 'https://example.org/signed-in'
const STATE = 'a'.repeat(32)
const urlFor = (redirectUri: string): string =>
  `https://login.example/?redirect_uri=${redirectUri}&state=${STATE}`
const make = () =>
  createPasteAuthorizer(() => Promise.resolve(ok(undefined)), REDIRECT, systemTimers)
const tick = () => new Promise((resolve) => setImmediate(resolve))

describe('SEC-14: a pasted callback', () => {
  it("is accepted with the registered address, this attempt's state and a code", async () => {
    const authorizer = make()
    const answer = authorizer.authorize(urlFor)
    await tick()
    expect(authorizer.paste(`  ${REDIRECT}?code=abc&state=${STATE}\n`)).toEqual({
      ok: true,
      value: undefined,
    })
    expect(await answer).toEqual({
      ok: true,
      value: { query: `code=abc&state=${STATE}`, redirectUri: REDIRECT },
    })
    // The address is used once; a second paste is refused.
    expect(authorizer.paste(`${REDIRECT}?code=abc&state=${STATE}`).ok).toBe(false)
  })

  it('is refused when anything differs, and the attempt continues', async () => {
    const authorizer = make()
    const answer = authorizer.authorize(urlFor)
    await tick()
    const good = `?code=abc&state=${STATE}`
    for (const text of [
      '',
      'code=abc',
      `${REDIRECT}`,
      `${REDIRECT}/${good}`,
      `http://example.org/signed-in${good}`,
      `https://example.org.evil.example/signed-in${good}`,
      `https://user@example.org/signed-in${good}`,
      `${REDIRECT}?code=abc&state=${'b'.repeat(32)}`,
      `${REDIRECT}?code=abc`,
      `${REDIRECT}?state=${STATE}`,
      `${REDIRECT}?code=abc&error=x&state=${STATE}`,
      `${REDIRECT}?code=a&code=b&state=${STATE}`,
      `${REDIRECT}?code=abc&state=${STATE}&state=${STATE}`,
      `${REDIRECT}${good}#x`,
      `${REDIRECT}?code=${'x'.repeat(9_000)}&state=${STATE}`,
    ]) {
      expect(authorizer.paste(text), text.slice(0, 60)).toMatchObject({ ok: false })
    }
    expect(authorizer.paste(`${REDIRECT}?error=access_denied&state=${STATE}`).ok).toBe(true)
    expect(await answer).toMatchObject({
      ok: true,
      value: { query: `error=access_denied&state=${STATE}` },
    })
  })

  it('ends with a cancel, a newer attempt, or a page that cannot be opened', async () => {
    const authorizer = make()
    const first = authorizer.authorize(urlFor)
    await tick()
    const second = authorizer.authorize(urlFor)
    expect(await first).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    authorizer.cancel()
    expect(await second).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    const hidden = createPasteAuthorizer(
      () => Promise.resolve(err({ kind: 'failed', message: foreign('no browser') })),
      REDIRECT,
      systemTimers,
    )
    expect(await hidden.authorize(urlFor)).toEqual({
      ok: false,
      error: { kind: 'failed', message: foreign('no browser') },
    })
    expect(hidden.paste(`${REDIRECT}?code=abc&state=${STATE}`)).toMatchObject({ ok: false })
  })

  it('times out after five minutes', async () => {
    let fire: () => void = () => undefined
    const timers = {
      after: (ms: number, call: () => void) => {
        expect(ms).toBe(300_000)
        fire = call
        return () => undefined
      },
      every: () => () => undefined,
    }
    const answer = createPasteAuthorizer(
      () => Promise.resolve(ok(undefined)),
      REDIRECT,
      timers,
    ).authorize(urlFor)
    await tick()
    fire()
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'timeout' } })
  })
})
