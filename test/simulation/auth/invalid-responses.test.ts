import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../shared/domain/time.js'
import { AuthFixture, type Run } from './auth-fixture.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { writtenOut } from '../../harness/written-out.js'

/**
 * Answers that no honest browser or provider gives: each is reported, loses no stored token, and
 * the next attempt works.
 */

const STATE = /state=([0-9a-f]{64})/
const other = 'f'.repeat(64)

const callbacks: readonly (readonly [string, (query: string) => string, number])[] = [
  ['with a wrong state is refused', (query) => query.replace(STATE, `state=${other}`), 0],
  ['without a state is refused', (query) => query.replace(/&?state=[0-9a-f]+/, ''), 0],
  ['with two states is refused', (query) => `${query}&state=${other}`, 0],
  [
    'with a shortened state is refused',
    (query) => query.replace(STATE, (_all, state: string) => `state=${state.slice(0, 63)}`),
    0,
  ],
  [
    'with a state in capitals is refused',
    (query) => query.replace(STATE, (all) => all.toUpperCase().replace('STATE', 'state')),
    0,
  ],
  ['that is empty is refused', () => '', 0],
  ['without a code is refused', (query) => query.replace(/code=[^&]+/, 'codes=1'), 0],
  ['with an empty code is refused', (query) => query.replace(/code=[^&]+/, 'code='), 0],
  ['with two codes is refused', (query) => `${query}&code=b`, 0],
  [
    'with error=access_denied ends the attempt',
    (query) => query.replace(/code=[^&]+/, 'error=access_denied'),
    0,
  ],
  ['with an error and a code is refused', (query) => `${query}&error=server_error`, 0],
  [
    'with an error of 100,000 characters is refused',
    (query) => query.replace(/code=[^&]+/, `error=${'x'.repeat(100_000)}`),
    0,
  ],
  [
    'with line breaks and direction marks in the error is refused',
    (query) => query.replace(/code=[^&]+/, 'error=a%0d%0ab%e2%80%ae'),
    0,
  ],
  [
    'with an unknown code is refused by the exchange',
    (query) => query.replace(/code=[^&]+/, `code=${'A'.repeat(43)}`),
    1,
  ],
  [
    'with a huge code is refused by the exchange',
    (query) => query.replace(/code=[^&]+/, `code=${'A'.repeat(4_000)}`),
    1,
  ],
]

async function expectSignInWorks(fixture: AuthFixture, run: Run): Promise<void> {
  fixture.approve = (url) => Promise.resolve(fixture.codeFor(url))
  fixture.transformAnswer = (_request, answer) => answer
  expect(await run.session.signIn()).toBe(true)
  expect(run.session.view()).toMatchObject({ phase: 'signed-in', problem: null })
  expect(
    fixture.grants.userOf((await run.session.tokens.accessToken()) ?? '', fixture.serverNow()),
  ).toBe('U1')
}

describe("SEC-14: the browser's answer", () => {
  it.each(callbacks)('%s', async (_what, bend, exchanges) => {
    const fixture = new AuthFixture()
    fixture.approve = (url) => Promise.resolve(bend(fixture.codeFor(url)))
    const run = fixture.start()
    expect(await run.session.signIn()).toBe(false)
    const { phase, problem } = run.session.view()
    expect(phase).toBe('attention')
    expect(problem === null ? null : inEnglish(problem)).toMatch(/^[^\p{Cc}\p{Cf}]{5,300}$/u)
    expect(fixture.count('connect.token')).toBe(exchanges)
    expect(fixture.vault.stored.size).toBe(0)
    await expectSignInWorks(fixture, run)
  })

  it("the browser's answer with a used code is refused by the exchange and not sent again", async () => {
    const fixture = new AuthFixture()
    const run = fixture.start()
    let used = ''
    fixture.approve = (url) => {
      const query = fixture.codeFor(url)
      used ||= /code=([^&]+)/.exec(query)?.[1] ?? ''
      return Promise.resolve(query)
    }
    expect(await run.session.signIn()).toBe(true)
    fixture.approve = (url) =>
      Promise.resolve(fixture.codeFor(url).replace(/code=[^&]+/, `code=${used}`))
    const stored = fixture.vault.stored.get('oauth-tokens')
    expect(await run.session.signIn()).toBe(false)
    expect(fixture.count('connect.token')).toBe(2)
    // The stored tokens are unchanged.
    expect(fixture.vault.stored.get('oauth-tokens')).toBe(stored)
    await expectSignInWorks(fixture, run)
  })

  it("the browser's answer with another attempt's code fails by its PKCE verifier, despite a matching state", async () => {
    const fixture = new AuthFixture()
    let first = ''
    fixture.approve = (url) => {
      first = fixture.codeFor(url)
      return Promise.resolve(null)
    }
    const run = fixture.start()
    const firstSignIn = run.session.signIn()
    await fixture.advance(1)
    run.session.cancel()
    expect(await firstSignIn).toBe(false)
    fixture.approve = (url) =>
      Promise.resolve(first.replace(STATE, `state=${url.searchParams.get('state')}`))
    expect(await run.session.signIn()).toBe(false)
    expect(fixture.count('connect.token')).toBe(1)
    await expectSignInWorks(fixture, run)
  })
})

const GRANT = {
  access_token: 'A',
  token_type: 'Bearer',
  expires_in: '1800',
  refresh_token: 'R',
  rt_expires_in: '1296000',
  created_at: '2026-11-21T14:30:00.000+0000',
  identity_id: 'u',
}
const answers: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['truncated', JSON.stringify(GRANT).slice(0, 60)],
  ['an HTML page', '<html>maintenance</html>'],
  ['a list', '[]'],
  ['null', 'null'],
  ['without an access token', JSON.stringify({ ...GRANT, access_token: undefined })],
  ['with an empty refresh token', JSON.stringify({ ...GRANT, refresh_token: '' })],
  ['with a number as the token', JSON.stringify({ ...GRANT, access_token: 7 })],
  ['not text', '\u0000\ufffd'],
]

describe("the provider's answer to a code", () => {
  it.each(answers)('is refused when it is %s', async (_what, body) => {
    const fixture = new AuthFixture()
    fixture.transformAnswer = (request, answer) =>
      request.target === '/oauth2/tokens/create' && answer.ok
        ? {
            ok: true,
            value: { ...answer.value, status: 200, body: new TextEncoder().encode(body) },
          }
        : answer
    const run = fixture.start()
    expect(await run.session.signIn()).toBe(false)
    expect(writtenOut(run.session.view())).toMatchObject({
      phase: 'attention',
      problem: expect.stringMatching(/./) as string,
    })
    expect(fixture.vault.stored.size).toBe(0)
    expect(fixture.count('connect.token')).toBe(1)
    await expectSignInWorks(fixture, run)
  })

  it.each(['PT30M', 1800, '2026-11-21T15:00:00Z', null])(
    'is used with the lifetime %j, and renewed in time',
    async (life) => {
      const fixture = new AuthFixture()
      fixture.transformAnswer = (request, answer) => {
        if (
          request.target !== '/oauth2/tokens/create' ||
          !answer.ok ||
          answer.value.status !== 200
        ) {
          return answer
        }
        const body = JSON.parse(new TextDecoder().decode(answer.value.body)) as object
        return {
          ok: true,
          value: {
            ...answer.value,
            body: new TextEncoder().encode(
              JSON.stringify({
                ...body,
                expires_in: life,
                rt_expires_in: life,
                created_at: 'yesterday',
              }),
            ),
          },
        }
      }
      const run = fixture.start()
      expect(await run.session.signIn()).toBe(true)
      for (let minute = 0; minute < 90; minute += 1) {
        await fixture.advance(MINUTE_MS)
        expect(
          fixture.grants.userOf(
            (await run.session.tokens.accessToken()) ?? '',
            fixture.serverNow(),
          ),
        ).toBe('U1')
      }
      expect(run.session.view().phase).toBe('signed-in')
    },
  )
})

describe('SEC-16: a key store whose writes fail', () => {
  it('reports it at sign-in and uses no token; the next attempt works', async () => {
    const fixture = new AuthFixture()
    fixture.vault.fails = true
    const run = fixture.start()
    expect(await run.session.signIn()).toBe(false)
    expect(writtenOut(run.session.view())).toMatchObject({
      phase: 'attention',
      problem: expect.stringContaining('stored safely') as string,
    })
    expect(await run.session.tokens.accessToken()).toBeNull()
    fixture.vault.fails = false
    await expectSignInWorks(fixture, run)
  })

  it('keeps the old token to its end after a refresh, with one banner and no loop', async () => {
    const fixture = new AuthFixture()
    const run = fixture.start()
    await run.session.signIn()
    const first = await run.session.tokens.accessToken()
    const stored = fixture.vault.stored.get('oauth-tokens')
    fixture.vault.fails = true
    await fixture.advance(29 * MINUTE_MS)
    expect(writtenOut(run.session.view())).toMatchObject({
      phase: 'attention',
      problem: expect.stringContaining('stored safely') as string,
    })
    expect(await run.session.tokens.accessToken()).toBe(first)
    await fixture.advance(24 * 60 * MINUTE_MS)
    expect(await run.session.tokens.accessToken()).toBeNull()
    expect(fixture.count('connect.token')).toBe(2)
    expect(run.phases.filter((phase) => phase === 'attention')).toHaveLength(1)
    expect(fixture.vault.stored.get('oauth-tokens')).toBe(stored)
    fixture.vault.fails = false
    await expectSignInWorks(fixture, run)
  })
})
