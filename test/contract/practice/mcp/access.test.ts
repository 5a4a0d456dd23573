import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../client/http-client.js'
import { sharedExchange } from '../support/shared-exchange.js'
import { REDIRECT, browse, connectAssistant, pinnedFetch, type Person } from './assistant.js'

const exchange = sharedExchange()
let account: string
let client: string
const person = (over: Partial<Person> = {}): Person => ({
  user: exchange.practice.ready.user.name,
  password: exchange.practice.ready.user.password,
  accounts: [account],
  ...over,
})
const passport = () => exchange.practice.ready.hosts.passport
const json = (reply: Reply) => reply.json as Record<string, string>

const register = (metadata: unknown): Promise<Reply> =>
  exchange.client.raw({
    method: 'POST',
    base: passport(),
    path: '/api/userauth/oauth/client/register',
    body: JSON.stringify(metadata),
    headers: { 'content-type': 'application/json' },
  })
const token = (fields: Readonly<Record<string, string>>): Promise<Reply> =>
  exchange.client.raw({
    method: 'POST',
    base: passport(),
    path: '/api/userauth/oauth/token/token',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const verifier = randomBytes(32).toString('base64url')
const ask = (over: Readonly<Record<string, string | undefined>> = {}): URL => {
  const address = new URL(`${passport()}/oauth2/ai-mcp/login`)
  const query = {
    response_type: 'code',
    client_id: client,
    redirect_uri: REDIRECT,
    state: 'st-7',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${exchange.practice.ready.hosts.api}/mcp`,
    ...over,
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value)
  }
  return address
}
const code = async (
  over: Partial<Person> = {},
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<string> =>
  (
    await browse(ask(query), pinnedFetch(exchange.practice.ready.ca), person(over))
  ).searchParams.get('code') ?? ''
const redeem = (value: string, over: Readonly<Record<string, string>> = {}) =>
  token({
    grant_type: 'authorization_code',
    client_id: client,
    redirect_uri: REDIRECT,
    code: value,
    code_verifier: verifier,
    ...over,
  })
const refresh = (value: string, over: Readonly<Record<string, string>> = {}) =>
  token({ grant_type: 'refresh_token', client_id: client, refresh_token: value, ...over })

const rpc = (
  bearer: string | null,
  body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  exchange.client.raw({
    method: 'POST',
    path: '/mcp',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
  })
const call = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name, arguments: args },
})

beforeAll(async () => {
  account = await exchange.account()
  client =
    json(
      await register({
        redirect_uris: [REDIRECT],
        client_name: '<b>Bold</b>\u202e',
        token_endpoint_auth_method: 'none',
      }),
    )['client_id'] ?? ''
})

describe('the metadata of the hosted server', () => {
  it('names the authorization server in the standard format', async () => {
    const { api } = exchange.practice.ready.hosts
    const refused = await rpc(null)
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining(
        `resource_metadata="${api}/.well-known/oauth-protected-resource/mcp"`,
      ),
    ])
    expect(
      (await exchange.client.raw({ path: '/.well-known/oauth-protected-resource/mcp' })).json,
    ).toMatchObject({ resource: `${api}/mcp`, authorization_servers: [passport()] })
    expect(
      (
        await exchange.client.raw({
          base: passport(),
          path: '/.well-known/oauth-authorization-server',
        })
      ).json,
    ).toMatchObject({
      issuer: passport(),
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: [
        'account:read',
        'order:read',
        'order:write',
        'market:read',
        'instrument:read',
      ],
    })
  })
})

describe('client registration', () => {
  it.each([
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://attacker.example/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [`${REDIRECT}#x`] }, 'invalid_redirect_uri'],
    [
      { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'client_secret_basic' },
      'invalid_client_metadata',
    ],
    [{ redirect_uris: [REDIRECT], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ['text', 'invalid_client_metadata'],
  ])('refuses %j', async (metadata, error) => {
    const reply = await register(metadata)
    expect([reply.status, json(reply)['error']]).toEqual([400, error])
  })

  it("escapes the client's name on the sign-in page", async () => {
    const page = await exchange.client.raw({
      base: passport(),
      path: `/oauth2/ai-mcp/login${ask().search}`,
    })
    expect([
      page.status,
      page.text.includes('&lt;b&gt;Bold'),
      page.text.includes('<b>'),
      page.text.includes('\u202e'),
    ]).toEqual([200, true, false, false])
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('an authorization request', () => {
  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['another path', { redirect_uri: 'http://127.0.0.1:49777/other' }],
    ['another host', { redirect_uri: 'https://attacker.example/callback' }],
    ['a user in the address', { redirect_uri: 'http://127.0.0.1:49777@attacker.example/callback' }],
    ['no redirect', { redirect_uri: undefined }],
  ])('an authorization request with %s gets 400 and no redirect', async (_what, query) => {
    const page = await exchange.client.raw({
      base: passport(),
      path: `/oauth2/ai-mcp/login${ask(query).search}`,
    })
    expect([page.status, page.headers.location]).toEqual([400, undefined])
  })

  it.each([
    [
      'without PKCE',
      { code_challenge: undefined, code_challenge_method: undefined },
      'invalid_request',
    ],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a scope that there is not', { scope: 'account:read admin' }, 'invalid_scope'],
    ['for another server', { resource: 'https://attacker.example/mcp' }, 'invalid_target'],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s is refused by a redirect to the application', async (_what, query, error) => {
    const back = await browse(ask(query), pinnedFetch(exchange.practice.ready.ca), person())
    expect([
      `${back.origin}${back.pathname}`,
      back.searchParams.get('error'),
      back.searchParams.get('state'),
      back.searchParams.get('iss'),
    ]).toEqual([REDIRECT, error, 'st-7', passport()])
  })

  it('may redirect to another port of the loopback address', async () => {
    const back = await browse(
      ask({ redirect_uri: 'http://127.0.0.1:50123/callback' }),
      pinnedFetch(exchange.practice.ready.ca),
      person(),
    )
    expect([back.port, back.searchParams.has('code')]).toEqual(['50123', true])
  })

  it.each([
    ['a wrong password', { password: 'guess' }, 'not right'],
    ['no account', { accounts: [] }, 'at least one account'],
    [
      "somebody else's account",
      { accounts: ['SOMEBODYELSES0000000000001'] },
      'among these accounts',
    ],
    ['no group', { scopes: [] }, 'at least one group'],
  ])('is not granted with %s', async (_what, over, message) => {
    await expect(code(over)).rejects.toThrow(message)
  })

  it('refuses forms from another browser or page', async () => {
    const page = await exchange.client.raw({
      base: passport(),
      path: `/oauth2/ai-mcp/login${ask().search}`,
    })
    const id = /name="page" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const cookie = (page.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
    const post = (headers: Readonly<Record<string, string>>) =>
      exchange.client.raw({
        method: 'POST',
        base: passport(),
        path: '/oauth2/ai-mcp/decision',
        body: new URLSearchParams({ page: id, decision: 'deny' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    expect([
      (await post({})).status,
      (await post({ cookie: `${cookie}x` })).status,
      (await post({ cookie, origin: 'https://attacker.example' })).status,
    ]).toEqual([400, 400, 400])
    const denied = await post({ cookie })
    expect([
      denied.status,
      new URL(denied.headers.location ?? '').searchParams.get('error'),
    ]).toEqual([302, 'access_denied'])
    expect((await post({ cookie })).status).toBe(400)
  })
})

describe('tokens', () => {
  it('are issued for a code and its verifier, and give access to the server', async () => {
    const reply = await redeem(await code())
    expect([reply.status, reply.headers['cache-control'], reply.json]).toMatchObject([
      200,
      'no-store',
      { token_type: 'Bearer', expires_in: 1800 },
    ])
    expect((await rpc(json(reply)['access_token'] ?? '')).status).toBe(200)
  })

  it.each([
    [
      'another verifier',
      { code_verifier: randomBytes(32).toString('base64url') },
      400,
      'invalid_grant',
    ],
    ['no verifier', { code_verifier: '' }, 400, 'invalid_request'],
    ['another redirect', { redirect_uri: 'http://127.0.0.1:1/callback' }, 400, 'invalid_grant'],
    ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['another server', { resource: 'https://attacker.example/mcp' }, 400, 'invalid_grant'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('are not issued with %s', async (_what, over, status, error) => {
    const reply = await redeem(await code(), over)
    expect([reply.status, json(reply)['error']]).toEqual([status, error])
  })

  it("are not issued for another client's code or after a minute", async () => {
    const other = json(await register({ redirect_uris: [REDIRECT] }))['client_id'] ?? ''
    expect((await redeem(await code(), { client_id: other })).status).toBe(400)
    const old = await code()
    exchange.advance(60_000)
    expect((await redeem(old)).status).toBe(400)
    exchange.advance(-60_000)
  })

  it('are all revoked when a code is used twice', async () => {
    const value = await code()
    const tokens = json(await redeem(value))
    expect((await redeem(value)).status).toBe(400)
    expect((await rpc(tokens['access_token'] ?? '')).status).toBe(401)
    expect((await refresh(tokens['refresh_token'] ?? '')).status).toBe(400)
  })

  it('rotate, and are all revoked when a used refresh token is sent again', async () => {
    const first = json(await redeem(await code()))
    const second = json(await refresh(first['refresh_token'] ?? ''))
    expect((await rpc(second['access_token'] ?? '')).status).toBe(200)
    expect(json(await refresh(first['refresh_token'] ?? ''))['error']).toBe('invalid_grant')
    expect([
      (await rpc(first['access_token'] ?? '')).status,
      (await rpc(second['access_token'] ?? '')).status,
      (await refresh(second['refresh_token'] ?? '')).status,
    ]).toEqual([401, 401, 400])
  })

  it('expire, and never gain scope', async () => {
    const narrow = json(await redeem(await code({ scopes: ['market:read'] })))
    expect(
      json(await refresh(narrow['refresh_token'] ?? '', { scope: 'market:read order:write' }))[
        'error'
      ],
    ).toBe('invalid_scope')
    exchange.advance(30 * 60_000)
    expect((await rpc(narrow['access_token'] ?? '')).status).toBe(401)
    exchange.advance(-30 * 60_000)
  })
})

describe('MCP calls', () => {
  it('are refused with a foreign origin, a foreign host or an invalid token', async () => {
    const { access_token: good } = json(await redeem(await code()))
    expect((await rpc(good ?? '', undefined, { origin: 'https://attacker.example' })).status).toBe(
      403,
    )
    expect((await rpc(good ?? '', undefined, { host: 'attacker.example' })).status).toBe(403)
    expect((await rpc(`${good ?? ''}x`)).headers['www-authenticate']).toContain(
      'error="invalid_token"',
    )
  })

  it('name the missing scope, alone and in a batch', async () => {
    const { access_token: reader } = json(
      await redeem(await code({ scopes: ['account:read', 'market:read'] })),
    )
    const body = call('place_stock_instruction', {
      account_id: account,
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'MARKET',
      time_in_force: 'DAY',
      quantity: '1',
    })
    for (const sent of [body, [body]]) {
      const reply = await rpc(reader ?? '', sent)
      expect([reply.status, json(reply)['error'], reply.headers['www-authenticate']]).toEqual([
        403,
        'insufficient_scope',
        expect.stringContaining('scope="account:read order:write market:read"'),
      ])
    }
    expect(
      (await rpc(reader ?? '', call('get_stock_snapshot', { symbols: 'AAPL' }))).text,
    ).toContain('AAPL')
  })

  it('reach only the accounts that the person selected', async () => {
    const accounts = (await exchange.client.get('/trading/accounts/list')).json as {
      account_id: string
    }[]
    const assistant = await connectAssistant(exchange.practice.ready, person())
    const listed = (await assistant.tool('get_account_list')).value['data'] as {
      account_id: string
    }[]
    expect(listed.map(({ account_id: id }) => id)).toEqual([account])
    const other = accounts.find(({ account_id: id }) => id !== account)?.account_id
    for (const name of [
      'get_account_balance',
      'get_account_positions',
      'get_open_orders',
      'get_order_history',
    ]) {
      expect(await assistant.tool(name, { account_id: other })).toMatchObject({
        failed: true,
        value: { error_code: 'ACCOUNT_NOT_AUTHORIZED' },
      })
      expect((await assistant.tool(name, { account_id: account })).failed).toBe(false)
    }
    expect(
      await assistant.tool('place_stock_instruction', {
        account_id: other,
        symbol: 'AAPL',
        side: 'BUY',
        order_type: 'MARKET',
        time_in_force: 'DAY',
        quantity: '1',
      }),
    ).toMatchObject({ failed: true, value: { error_code: 'ACCOUNT_NOT_AUTHORIZED' } })
    await assistant.close()
  })

  it('beyond the scope make the client request authorization with more scope', async () => {
    const assistant = await connectAssistant(
      exchange.practice.ready,
      person({ scopes: ['market:read'] }),
    )
    await expect(assistant.tool('get_account_list')).rejects.toThrow(/.+/)
    expect(assistant.address()?.searchParams.get('scope')?.split(' ').sort()).toEqual([
      'account:read',
      'market:read',
    ])
    await assistant.close()
  })
})
