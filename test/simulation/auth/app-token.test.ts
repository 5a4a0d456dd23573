import { describe, expect, it } from 'vitest'
import { KeySession } from '../../../electron/core/auth/key-session.js'
import type { AuthSession } from '../../../electron/core/auth/auth-session.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/domain/time.js'
import { settle } from '../core/simulation.js'
import { symbol } from '../../../shared/domain/ids.js'
import { AuthFixture, type Run } from './auth-fixture.js'
import { writtenOut } from '../../harness/written-out.js'

/** The token of the app key (AUTH-4) through its whole life, in virtual time. */

interface KeyRun extends Run {
  readonly key: AuthSession
}
function start(fixture: AuthFixture): KeyRun {
  const run = fixture.start()
  // With the app key alone there is no user token.
  run.provider.useBearer(null)
  return {
    ...run,
    key: new KeySession({ token: run.provider.appToken, vault: fixture.vault.port }),
  }
}
const ready = async (fixture: AuthFixture): Promise<KeyRun> => {
  const run = start(fixture)
  expect(await run.key.start()).toBe(true)
  return run
}
/** Requests the accounts as background work does; returns whether the request was accepted. */
const reads = async ({ provider }: Run): Promise<boolean> =>
  (await provider.portfolio.accounts()).ok
const tokenRequests = (fixture: AuthFixture): number => fixture.count('auth.token.create')

describe('a token that waits for the phone', () => {
  it('waits five minutes with a countdown and becomes ready after the code was entered', async () => {
    const fixture = new AuthFixture()
    fixture.tokens.setMode('pending')
    const run = start(fixture)
    const starting = run.key.start()
    await settle()
    expect(run.provider.appToken.state()).toEqual({
      kind: 'waiting',
      until: fixture.clock.now() + 5 * MINUTE_MS,
    })
    await fixture.advance(4 * MINUTE_MS + 50 * SECOND_MS)
    expect(writtenOut(run.key.view())).toMatchObject({
      phase: 'signing-in',
      problem: expect.stringContaining('phone') as string,
    })
    expect(fixture.count('auth.token.check')).toBe(58)
    fixture.tokens.verifyAll(fixture.serverNow())
    await fixture.advance(5 * SECOND_MS)
    expect(await starting).toBe(true)
    expect(await reads(run)).toBe(true)
    expect(tokenRequests(fixture)).toBe(1)
  })

  it('expires after five minutes, and a new one is requested only when the person asks', async () => {
    const fixture = new AuthFixture()
    fixture.tokens.setMode('pending')
    const run = start(fixture)
    const starting = run.key.start()
    await fixture.advance(5 * MINUTE_MS + 10 * SECOND_MS)
    expect(await starting).toBe(false)
    expect(writtenOut(run.key.view())).toMatchObject({
      phase: 'attention',
      problem: 'The code on your phone was not confirmed in time.',
    })
    for (let minute = 0; minute < 12 * 60; minute += 10) {
      await fixture.advance(10 * MINUTE_MS)
      expect(await reads(run)).toBe(false)
    }
    expect(tokenRequests(fixture)).toBe(1)
    const secondSignIn = run.key.signIn()
    await settle()
    expect(tokenRequests(fixture)).toBe(2)
    fixture.tokens.verifyAll(fixture.serverNow())
    await fixture.advance(5 * SECOND_MS)
    expect(await secondSignIn).toBe(true)
    expect(await reads(run)).toBe(true)
  })

  it('makes what needs it wait for the code, and not for another sign-in', async () => {
    const fixture = new AuthFixture()
    fixture.tokens.setMode('pending')
    const run = start(fixture)
    const failure = async () => {
      const answer = await run.provider.market.depth(symbol('AAPL'), 5)
      return answer.ok ? null : answer.error.kind
    }
    void run.key.start()
    await settle()
    expect(await failure()).toBe('awaits-code')
    await fixture.advance(5 * MINUTE_MS + 10 * SECOND_MS)
    expect(await failure()).toBe('not-confirmed')
    void run.key.signIn()
    await settle()
    expect(await failure()).toBe('awaits-code')
    fixture.tokens.verifyAll(fixture.serverNow())
    await fixture.advance(5 * SECOND_MS)
    await run.key.signOut()
    expect(await failure()).toBe('signed-out')
  })

  it('is reported as expired on the first check after the computer slept', async () => {
    const fixture = new AuthFixture()
    fixture.tokens.setMode('pending')
    const run = start(fixture)
    const starting = run.key.start()
    await fixture.advance(MINUTE_MS)
    fixture.sleep(6 * HOUR_MS)
    run.key.wake()
    await fixture.advance(5 * SECOND_MS)
    expect(await starting).toBe(false)
    expect(run.key.view().phase).toBe('attention')
  })
})

describe('a token that is valid for 15 days', () => {
  it('stays valid while it is used, and is reused by the next run', async () => {
    const fixture = new AuthFixture()
    const run = await ready(fixture)
    for (let week = 0; week < 6; week += 1) {
      fixture.sleep(14 * DAY_MS)
      expect(await reads(run)).toBe(true)
    }
    run.stop()
    fixture.sleep(14 * DAY_MS + 23 * HOUR_MS)
    const stored = fixture.vault.stored.get('app-token')
    const next = await ready(fixture)
    expect(fixture.vault.stored.get('app-token')).toBe(stored)
    expect(await reads(next)).toBe(true)
  })

  it.each([
    ['the exchange creates a new one at once', false],
    ['the provider only answers INVALID', true],
  ])('is replaced after 15 idle days: %s', async (_how, bare) => {
    const fixture = new AuthFixture()
    ;(await ready(fixture)).stop()
    const stored = fixture.vault.stored.get('app-token') ?? ''
    fixture.sleep(15 * DAY_MS + SECOND_MS)
    if (bare) {
      fixture.transformAnswer = (request, answer) => {
        const body = new TextDecoder().decode(request.body ?? new Uint8Array())
        if (request.target !== '/auth/tokens/create' || !body.includes(stored) || !answer.ok) {
          return answer
        }
        return {
          ok: true,
          value: {
            ...answer.value,
            body: new TextEncoder().encode(
              JSON.stringify({ token: stored, expires_at: fixture.serverNow(), status: 'INVALID' }),
            ),
          },
        }
      }
    }
    const run = await ready(fixture)
    expect(fixture.vault.stored.get('app-token')).not.toBe(stored)
    expect(await reads(run)).toBe(true)
    expect(tokenRequests(fixture)).toBe(bare ? 3 : 2)
  })

  it('is replaced once by the next call when it is revoked while the program runs', async () => {
    const fixture = new AuthFixture()
    const run = await ready(fixture)
    fixture.tokens.revokeAll()
    expect(await Promise.all(Array.from({ length: 4 }, () => reads(run)))).toEqual(
      Array(4).fill(true),
    )
    expect(tokenRequests(fixture)).toBe(2)
  })
})

describe('invalid answers', () => {
  const answers: readonly (readonly [string, unknown])[] = [
    [
      'an expiry that is text',
      { token: 'a'.repeat(32), expires_at: 'in a while', status: 'NORMAL' },
    ],
    ['no expiry', { token: 'a'.repeat(32), status: 'NORMAL' }],
    ['no token', { expires_at: 1_797_000_000_000, status: 'NORMAL' }],
    ['an empty token', { token: '', expires_at: 1_797_000_000_000, status: 'NORMAL' }],
    ['an unknown status', { token: 'a'.repeat(32), expires_at: 1_797_000_000_000, status: 'HALF' }],
    ['a list', []],
    ['a plain string', '"NORMAL"'],
    ['a truncated answer', '{"token":"'],
  ]
  it.each(answers)(
    '%s: is not used, is reported, and signing in works again',
    async (_what, body) => {
      const fixture = new AuthFixture()
      fixture.transformAnswer = (request, answer) =>
        request.target === '/auth/tokens/create' && answer.ok
          ? {
              ok: true,
              value: {
                ...answer.value,
                body: new TextEncoder().encode(
                  typeof body === 'string' ? body : JSON.stringify(body),
                ),
              },
            }
          : answer
      const run = start(fixture)
      expect(await run.key.start()).toBe(false)
      expect(writtenOut(run.key.view())).toMatchObject({
        phase: 'attention',
        problem: expect.stringMatching(/./) as string,
      })
      expect(await reads(run)).toBe(false)
      expect(fixture.vault.stored.has('app-token')).toBe(false)
      fixture.transformAnswer = (_request, answer) => answer
      expect(await run.key.signIn()).toBe(true)
      expect(await reads(run)).toBe(true)
    },
  )
})

describe('signing out', () => {
  it('forgets the token, and no background work requests another', async () => {
    const fixture = new AuthFixture()
    const run = await ready(fixture)
    await run.key.signOut()
    expect(fixture.vault.stored.size).toBe(0)
    for (let minute = 0; minute < 60; minute += 1) {
      await fixture.advance(MINUTE_MS)
      expect(await reads(run)).toBe(false)
    }
    expect(tokenRequests(fixture)).toBe(1)
    expect(fixture.count(ACCOUNT_OPERATIONS.listAccounts.id)).toBe(0)
    expect(await run.key.signIn()).toBe(true)
    expect(await reads(run)).toBe(true)
  })

  it('leaves no token behind while one is being requested', async () => {
    const fixture = new AuthFixture()
    let release: () => void = () => undefined
    const run = start(fixture)
    const send = fixture.vault.port.write
    const writing = new Promise<void>((resolve) => {
      release = resolve
    })
    Object.assign(fixture.vault.port, {
      write: async (name: string, secret: string) => {
        await writing
        return send(name, secret)
      },
    })
    const starting = run.key.start()
    await settle()
    const out = run.key.signOut()
    release()
    await out
    await settle()
    expect(await starting).toBe(false)
    expect(fixture.vault.stored.size).toBe(0)
    expect(run.key.view().phase).toBe('signed-out')
    expect(await reads(run)).toBe(false)
  })
})
