import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../client/http-client.js'
import { signHttp, timestampOf } from '../client/sign.js'
import { sharedExchange } from '../support/shared-exchange.js'

const server = sharedExchange()

const TOKENS = '/oauth2/tokens/create'
const REDIRECT = 'http://127.0.0.1:49152/callback'

interface TokenAnswer {
  readonly access_token: string
  readonly refresh_token: string
}

const query = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  response_type: 'code',
  client_id: server.practice.ready.clientId,
  scope: 'user:trade:wr',
  state: 'st-1',
  redirect_uri: REDIRECT,
  ...more,
})

const form = (fields: Readonly<Record<string, string>>): string =>
  new URLSearchParams(fields).toString()

/** Sends a form signed as variant A (fields as parameters) or B (digest of the bytes). */
function exchange(
  fields: Readonly<Record<string, string>>,
  variant: 'A' | 'B' = 'A',
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const { ready } = server.practice
  const body = form(fields)
  const signature = signHttp({
    appKey: ready.appKey,
    appSecret: ready.appSecret,
    host: new URL(ready.hosts.oauth).host,
    path: TOKENS,
    timestamp: timestampOf(server.wall()),
    query: variant === 'A' ? Object.entries(fields) : [],
    body: variant === 'A' ? null : body,
  })
  return server.client.raw({
    method: 'POST',
    base: ready.hosts.oauth,
    path: TOKENS,
    body,
    headers: {
      ...signature,
      'x-version': 'v3',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })
}

const credentials = () => ({
  client_id: server.practice.ready.clientId,
  client_secret: server.practice.ready.clientSecret,
})
const redeem = (
  code: string,
  more: Readonly<Record<string, string>> = {},
  variant: 'A' | 'B' = 'A',
) => exchange({ ...credentials(), grant_type: 'authorization_code', code, ...more }, variant)
const refresh = (token: string) =>
  exchange({ ...credentials(), grant_type: 'refresh_token', refresh_token: token })

async function approved(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { redirect } = (await server.practice.command({
    command: 'approve',
    query: query(more),
  })) as { redirect: string }
  return new URL(redirect).searchParams.get('code') ?? ''
}

const accounts = (token: string) =>
  server.client.raw({
    base: server.practice.ready.hosts.oauth,
    path: '/oauth-openapi/account/list',
    headers: { authorization: `Bearer ${token}`, 'x-version': 'v3' },
  })

describe('tokens', () => {
  it.each(['A', 'B'] as const)(
    'are issued for a code in the published shape, with the form signed as variant %s',
    async (variant) => {
      const reply = await redeem(await approved(), {}, variant)
      expect(reply.status).toBe(200)
      expect(reply.json).toEqual({
        access_token: expect.any(String) as string,
        token_type: 'Bearer',
        expires_in: '1800',
        refresh_token: expect.any(String) as string,
        rt_expires_in: '1296000',
        created_at: expect.stringMatching(
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/,
        ) as string,
        identity_id: server.practice.ready.user.id,
      })
      const { access_token: token } = reply.json as TokenAnswer
      const listed = await accounts(token)
      expect(listed.json).toEqual((await server.client.get('/trading/accounts/list')).json)
    },
  )

  it('are issued for a code once', async () => {
    const code = await approved()
    expect((await redeem(code)).status).toBe(200)
    const repeated = await redeem(code)
    expect([repeated.status, repeated.json]).toEqual([
      417,
      { error_code: 'INVALID_PARAMETER', message: expect.any(String) as string },
    ])
  })

  it('are issued within 60 seconds of the code', async () => {
    const early = await approved()
    const late = await approved()
    server.advance(59_000)
    const skewed = (await redeem(early)).status
    server.advance(2_000)
    const old = await redeem(late)
    server.advance(-61_000)
    expect([skewed, old.status, (old.json as { error_code: string }).error_code]).toEqual([
      200,
      417,
      'INVALID_PARAMETER',
    ])
  })

  it('require the PKCE verifier when a challenge was sent', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    expect((await redeem(await approved(challenge), { code_verifier: verifier })).status).toBe(200)
    expect((await redeem(await approved(challenge))).status).toBe(417)
    expect(
      (
        await redeem(await approved(challenge), {
          code_verifier: randomBytes(32).toString('base64url'),
        })
      ).status,
    ).toBe(417)
  })

  it('rotate: the old refresh token ends, the old access token stays valid', async () => {
    const first = (await redeem(await approved())).json as TokenAnswer
    const second = (await refresh(first.refresh_token)).json as TokenAnswer
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await accounts(first.access_token)).status).toBe(200)
    expect((await accounts(second.access_token)).status).toBe(200)
    const reused = await refresh(first.refresh_token)
    expect([reused.status, (reused.json as { error_code: string }).error_code]).toEqual([
      401,
      'UNAUTHORIZED',
    ])
    expect((await refresh(second.refresh_token)).status).toBe(200)
  })

  it('expire: the access token after 30 minutes, the refresh token after 15 days', async () => {
    const tokens = (await redeem(await approved())).json as TokenAnswer
    const later = (await redeem(await approved())).json as TokenAnswer
    server.advance(30 * 60_000)
    const expired = await accounts(tokens.access_token)
    expect([expired.status, (expired.json as { error_code: string }).error_code]).toEqual([
      401,
      'INVALID_TOKEN',
    ])
    expect((await refresh(tokens.refresh_token)).status).toBe(200)
    server.advance(15 * 86_400_000)
    expect((await refresh(later.refresh_token)).status).toBe(401)
    server.advance(-(15 * 86_400_000 + 30 * 60_000))
  })

  it('are refused for wrong credentials, wrong forms and unsigned requests', async () => {
    const wrong = await exchange({
      ...credentials(),
      client_secret: 'guess',
      grant_type: 'authorization_code',
      code: await approved(),
    })
    expect([wrong.status, (wrong.json as { error_code: string }).error_code]).toEqual([
      401,
      'UNAUTHORIZED',
    ])
    const type = await exchange(
      { ...credentials(), grant_type: 'authorization_code', code: 'x' },
      'B',
      { 'content-type': 'application/json' },
    )
    expect(type.status).toBe(400)
    const grant = await exchange({ ...credentials(), grant_type: 'password' })
    expect([grant.status, (grant.json as { error_code: string }).error_code]).toEqual([
      417,
      'INVALID_PARAMETER',
    ])
    const unsigned = await server.client.raw({
      method: 'POST',
      base: server.practice.ready.hosts.oauth,
      path: TOKENS,
      body: form({ ...credentials(), grant_type: 'authorization_code', code: await approved() }),
      headers: { 'x-version': 'v3', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([unsigned.status, (unsigned.json as { error_code: string }).error_code]).toEqual([
      401,
      'MISSING_APP_KEY',
    ])
  })

  it('allow trading over the OAuth host with a bearer', async () => {
    const { access_token: token } = (await redeem(await approved())).json as TokenAnswer
    const reply = await server.client.raw({
      base: server.practice.ready.hosts.oauth,
      path: '/trading/assets/balances/get',
      query: [['account_id', await server.account()]],
      headers: { authorization: `Bearer ${token}`, 'x-version': 'v3' },
    })
    expect(reply.json).toMatchObject({ total_asset_currency: 'USD' })
  })

  it('are all revoked on command', async () => {
    const tokens = (await redeem(await approved())).json as TokenAnswer
    await server.practice.command({ command: 'revoke-tokens' })
    expect((await accounts(tokens.access_token)).status).toBe(401)
    expect((await refresh(tokens.refresh_token)).status).toBe(401)
    await server.client.signIn()
  })
})

describe('the login page', () => {
  const login = (path: string, more: Readonly<Record<string, string>> = {}) =>
    server.client.raw({
      base: server.practice.ready.hosts.passport,
      path,
      query: Object.entries(query(more)),
    })

  async function opened(): Promise<{
    readonly page: string
    readonly cookie: string
    readonly html: string
  }> {
    const reply = await login('/oauth2/authenticate/login')
    return {
      page: /name="page" value="([^"]+)"/.exec(reply.text)?.[1] ?? '',
      cookie: (reply.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '',
      html: reply.text,
    }
  }

  const decide = (
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ) =>
    server.client.raw({
      method: 'POST',
      base: server.practice.ready.hosts.passport,
      path: '/oauth2/authenticate/decision',
      body: form(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  const person = () => ({
    user: server.practice.ready.user.name,
    password: server.practice.ready.user.password,
  })

  it.each(['/oauth2/authenticate/login', '/oauth2/sandbox/authenticate/login'])(
    'is served at %s and shows the requested access',
    async (path) => {
      const reply = await login(path)
      expect(reply.status).toBe(200)
      for (const text of [
        'Countersign',
        'Trade for you',
        'Approve',
        'Deny',
        '10010048',
        server.practice.ready.user.name,
      ]) {
        expect(reply.text).toContain(text)
      }
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
      expect(reply.headers['x-frame-options']).toBe('DENY')
    },
  )

  it('is reached over the API path of the code step', async () => {
    const reply = await login('/oauth2/auth-codes/get')
    expect(reply.status).toBe(302)
    const to = new URL(reply.headers.location ?? '')
    expect([to.origin, to.pathname, to.searchParams.get('state')]).toEqual([
      server.practice.ready.hosts.passport,
      '/oauth2/authenticate/login',
      'st-1',
    ])
  })

  it('redirects with code and state after Approve, once', async () => {
    const { page, cookie } = await opened()
    const reply = await decide({ page, decision: 'approve', ...person() }, { cookie })
    expect(reply.status).toBe(302)
    const to = new URL(reply.headers.location ?? '')
    expect([`${to.origin}${to.pathname}`, to.searchParams.get('state')]).toEqual([REDIRECT, 'st-1'])
    expect((await redeem(to.searchParams.get('code') ?? '')).status).toBe(200)
    expect((await decide({ page, decision: 'approve', ...person() }, { cookie })).status).toBe(400)
  })

  it('redirects with access_denied after Deny', async () => {
    const { page, cookie } = await opened()
    const to = new URL(
      (await decide({ page, decision: 'deny' }, { cookie })).headers.location ?? '',
    )
    expect([
      to.searchParams.get('error'),
      to.searchParams.get('state'),
      to.searchParams.get('code'),
    ]).toEqual(['access_denied', 'st-1', null])
  })

  it('is shown again after a wrong password', async () => {
    const { page, cookie } = await opened()
    const reply = await decide(
      { page, decision: 'approve', ...person(), password: 'guess' },
      { cookie },
    )
    expect([reply.status, reply.text.includes('not right')]).toEqual([401, true])
  })

  it("refuses a decision from another page or without its browser's cookie", async () => {
    const { page, cookie } = await opened()
    expect((await decide({ page, decision: 'approve', ...person() }, {})).status).toBe(400)
    expect(
      (await decide({ page, decision: 'approve', ...person() }, { cookie: `${cookie}x` })).status,
    ).toBe(400)
    expect(
      (
        await decide(
          { page, decision: 'approve', ...person() },
          { cookie, origin: 'https://attacker.example' },
        )
      ).status,
    ).toBe(400)
  })

  it.each([
    'https://attacker.example/callback',
    'http://127.0.0.1:49152/other',
    'http://127.0.0.1/callback',
    'http://localhost:49152/callback',
    'http://127.0.0.1:49152/callback?x=1',
    'http://127.0.0.1:49152@attacker.example/callback',
    'http://127.0.0.1:99999/callback',
  ])('never redirects to %s', async (redirect) => {
    const reply = await login('/oauth2/authenticate/login', { redirect_uri: redirect })
    expect([reply.status, reply.headers.location]).toEqual([400, undefined])
    await expect(
      server.practice.command({ command: 'approve', query: query({ redirect_uri: redirect }) }),
    ).rejects.toThrow('not registered')
  })

  it("reports an error at the application's registered address", async () => {
    const reply = await login('/oauth2/authenticate/login', { scope: 'user:admin' })
    expect(new URL(reply.headers.location ?? '').searchParams.get('error')).toBe('invalid_scope')
    const unknown = await login('/oauth2/authenticate/login', {
      client_id: '<script>alert(1)</script>',
    })
    expect([unknown.status, unknown.text.includes('<script>')]).toEqual([400, false])
  })
})
