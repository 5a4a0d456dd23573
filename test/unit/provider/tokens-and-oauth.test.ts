import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { PUBLISHED_ENDPOINTS } from '../../../electron/provider/http/hosts.js'
import { createOAuth } from '../../../electron/provider/auth/oauth.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { AppTokens, type AppTokenState } from '../../../electron/provider/auth/app-tokens.js'
import { flush, VirtualTime } from '../../property/provider/virtual-time.js'
import { answer, broken, callerFixture, type Script } from './fake-http.js'

const VERIFIER = 'v'.repeat(43)
const oauth = (script: Script[], environment: 'sandbox' | 'production' = 'sandbox') => {
  const { caller, http } = callerFixture(script)
  return {
    http,
    auth: createOAuth({
      endpoints: PUBLISHED_ENDPOINTS[environment],
      client: { clientId: 'client id', clientSecret: 'client-secret', scope: 'user:trade:wr' },
      caller,
      crypto: nodeCrypto,
      network: LOOPBACK_NETWORK,
    }),
  }
}
const GRANT = {
  access_token: 'A',
  token_type: 'Bearer',
  expires_in: '1800',
  refresh_token: 'R',
  rt_expires_in: '1296000',
  created_at: '2026-11-21T14:30:00.000+0000',
  identity_id: 'u',
}

describe('OAuth', () => {
  it('builds the authorize address of its environment, with state and PKCE, without secrets', () => {
    const url = new URL(
      oauth([]).auth.authorizeUrl({
        state: 's'.repeat(32),
        codeVerifier: VERIFIER,
        redirectUri: 'http://127.0.0.1:5/callback',
      }),
    )
    expect(url.origin + url.pathname).toBe(
      'https://passport.webull.com/oauth2/sandbox/authenticate/login',
    )
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'client id',
      scope: 'user:trade:wr',
      state: 's'.repeat(32),
      redirect_uri: 'http://127.0.0.1:5/callback',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
    })
    expect(url.href).not.toContain('client-secret')
    expect(url.href).not.toContain(VERIFIER)
    expect(
      oauth([], 'production').auth.authorizeUrl({
        state: 's'.repeat(32),
        codeVerifier: VERIFIER,
        redirectUri: 'x',
      }),
    ).toContain('https://passport.webull.com/oauth2/authenticate/login?')
  })

  it('refuses weak states and verifiers', () => {
    const { auth } = oauth([])
    expect(() =>
      auth.authorizeUrl({ state: 'short', codeVerifier: VERIFIER, redirectUri: 'x' }),
    ).toThrow(RangeError)
    expect(() =>
      auth.authorizeUrl({ state: 's'.repeat(32), codeVerifier: 'short', redirectUri: 'x' }),
    ).toThrow(RangeError)
  })

  it('exchanges a code by a signed form, and reads the lifetimes', async () => {
    const { auth, http } = oauth([
      answer(200, GRANT),
      answer(200, { ...GRANT, expires_in: '999999999' }),
    ])
    expect(await auth.exchange({ code: 'c+/=', codeVerifier: VERIFIER, redirectUri: 'x' })).toEqual(
      {
        ok: true,
        value: {
          accessToken: 'A',
          refreshToken: 'R',
          accessExpiresInMs: 1_800_000,
          refreshExpiresInMs: 1_296_000_000,
          createdAt: Date.parse('2026-11-21T14:30:00Z'),
          user: 'u',
        },
      },
    )
    expect(http.sent[0]).toMatchObject({
      origin: 'https://oauth-open-api.sandbox.webull.com',
      target: '/oauth2/tokens/create',
    })
    expect(http.sent[0]?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'x-version': 'v3',
    })
    expect(new TextDecoder().decode(http.sent[0]?.body ?? new Uint8Array())).toBe(
      `client_id=client%20id&client_secret=client-secret&grant_type=authorization_code&code=c%2B%2F%3D&code_verifier=${VERIFIER}`,
    )
    expect(await auth.refresh('R')).toMatchObject({
      ok: true,
      value: { accessExpiresInMs: 1_800_000 },
    })
  })

  it.each([
    1800,
    '1,800',
    'PT30M',
    '2026-11-21T15:00:00Z',
    '1797000000000',
    '',
    ' 1800',
    '-1800',
    '0',
    'NaN',
    null,
    undefined,
    {},
    true,
  ])('keeps tokens with a lifetime of %j, and uses the published one', async (lifetime) => {
    const { auth } = oauth([
      answer(200, {
        ...GRANT,
        expires_in: lifetime,
        rt_expires_in: lifetime === 1800 ? 1_296_000 : lifetime,
        created_at: lifetime,
      }),
    ])
    expect(await auth.refresh('R')).toMatchObject({
      ok: true,
      value: {
        accessToken: 'A',
        refreshToken: 'R',
        accessExpiresInMs: 1_800_000,
        refreshExpiresInMs: 1_296_000_000,
      },
    })
  })

  it.each([
    [answer(417, { error_code: 'INVALID_PARAMETER' }), 'invalid-grant'],
    [answer(401, { error_code: 'UNAUTHORIZED' }), 'invalid-grant'],
    [answer(401, { error_code: 'ILLEGAL_TIMESTAMP' }), 'unreachable'],
    [answer(404, { error_msg: '404 Route Not Found' }), 'refused'],
    [answer(500, ''), 'lost'],
    [answer(200, '{}'), 'lost'],
    [answer(200, '{"access_token":'), 'lost'],
    [answer(200, '[]'), 'lost'],
    [answer(200, 'null'), 'lost'],
    [answer(200, { ...GRANT, access_token: '' }), 'lost'],
    [answer(200, { ...GRANT, refresh_token: undefined }), 'lost'],
    [answer(200, { ...GRANT, access_token: 5 }), 'lost'],
    [answer(200, '<html>maintenance</html>'), 'lost'],
    [broken('reset', 'sent'), 'lost'],
    [broken('connect', 'not-sent'), 'unreachable'],
    [answer(429, { error_code: 'TOO_MANY_REQUESTS' }), 'unreachable'],
  ] as const)('maps a failure to its meaning, and sends once: %#', async (failure, kind) => {
    const { auth, http } = oauth([failure as Script, answer(200, GRANT)])
    expect(await auth.refresh('R')).toMatchObject({ ok: false, error: { kind } })
    expect(http.sent).toHaveLength(1)
  })
})

const UNREACHED = broken('connect', 'not-sent')

describe('2FA tokens', () => {
  const tokenAnswer = (status: string, token = 't'.repeat(32)) =>
    answer(200, { token, expires_at: 1_797_000_000_000, status })
  const setUp = (script: Script[], stored: string | null = null) => {
    const { caller, http } = callerFixture(script)
    const time = new VirtualTime()
    const saved: (string | null)[] = []
    const states: AppTokenState['kind'][] = []
    const back = createEmitter<void>()
    const tokens = new AppTokens({
      automatic: true,
      asksWhetherNeeded: false,
      caller: () => caller,
      store: {
        load: () => Promise.resolve(stored),
        save: (token) => {
          saved.push(token)
          return Promise.resolve()
        },
      },
      clock: time,
      timers: time,
      network: { onBack: (listener) => back.add(listener) },
    })
    tokens.onState((state) => states.push(state.kind))
    return { tokens, http, time, saved, states, back }
  }

  it('are created once for a hundred callers, with the stored token sent along', async () => {
    const { tokens, http, saved } = setUp([tokenAnswer('NORMAL')], 'old')
    expect(
      new Set(await Promise.all(Array.from({ length: 100 }, () => tokens.accessToken()))),
    ).toEqual(new Set(['t'.repeat(32)]))
    expect(http.sent).toHaveLength(1)
    expect(new TextDecoder().decode(http.sent[0]?.body ?? new Uint8Array())).toBe('{"token":"old"}')
    expect(saved).toEqual(['t'.repeat(32)])
  })

  it('wait for the person, with a check every 5 s, and are not used before', async () => {
    const { tokens, time, http, states } = setUp([
      tokenAnswer('PENDING'),
      tokenAnswer('PENDING'),
      tokenAnswer('NORMAL'),
    ])
    expect(await tokens.accessToken()).toBeNull()
    expect(await tokens.accessToken()).toBeNull()
    expect(http.sent).toHaveLength(1)
    await time.advance(5_000)
    await flush()
    expect(http.sent).toHaveLength(2)
    await time.advance(5_000)
    await flush()
    expect(await tokens.accessToken()).toBe('t'.repeat(32))
    expect(states).toEqual(['none', 'waiting', 'ready'])
  })

  it('give up after 300 s', async () => {
    const { tokens, time, states } = setUp(Array.from({ length: 80 }, () => tokenAnswer('PENDING')))
    await tokens.accessToken()
    for (let round = 0; round < 65; round += 1) await time.advance(5_000)
    expect(states.at(-1)).toBe('failed')
    expect(time.pendingCount).toBe(0)
  })

  it('are created again after a refusal, without rapid retries after failures', async () => {
    const { tokens, http, time } = setUp([
      tokenAnswer('NORMAL', 'first'),
      tokenAnswer('NORMAL', 'second'),
      answer(401, { error_code: 'UNAUTHORIZED' }),
      tokenAnswer('NORMAL', 'third'),
    ])
    expect(await tokens.accessToken()).toBe('first')
    tokens.rejected('first')
    expect(await tokens.accessToken()).toBe('second')
    tokens.rejected('first')
    expect(await tokens.accessToken()).toBe('second')
    tokens.rejected('second')
    expect(await tokens.accessToken()).toBeNull()
    expect(await tokens.accessToken()).toBeNull()
    expect(http.sent).toHaveLength(3)
    await time.advance(10_000)
    expect(await tokens.accessToken()).toBe('third')
  })

  it('REL-34: are requested again soon after a request without an answer', async () => {
    const { tokens, http, time, back } = setUp([UNREACHED, UNREACHED, tokenAnswer('NORMAL')])
    expect(await tokens.accessToken()).toBeNull()
    expect(await tokens.accessToken()).toBeNull()
    expect(http.sent).toHaveLength(1)
    await time.advance(2_000)
    expect(await tokens.accessToken()).toBeNull()
    expect(http.sent).toHaveLength(2)
    back.emit()
    expect(await tokens.accessToken()).toBe('t'.repeat(32))
  })

  it('REL-34: that wait for the person are checked at once when the network is back', async () => {
    const { tokens, http, time, back } = setUp([
      tokenAnswer('PENDING'),
      UNREACHED,
      tokenAnswer('NORMAL'),
    ])
    expect(await tokens.accessToken()).toBeNull()
    await time.advance(5_000)
    await flush()
    back.emit()
    await flush()
    expect(http.sent).toHaveLength(3)
    expect(await tokens.accessToken()).toBe('t'.repeat(32))
  })

  it.each(['INVALID', 'EXPIRED', 'SOMETHING_NEW'])('are never used when %s', async (status) => {
    const { tokens, saved } = setUp([tokenAnswer(status)])
    expect(await tokens.accessToken()).toBeNull()
    expect(saved).toEqual([null])
  })
})
