import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { timestampOf } from '../client/sign.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()

const PATH = '/trading/accounts/list'

describe('request authentication', () => {
  it.each(['HMAC-SHA256', 'HMAC-SHA1'] as const)(
    'accepts a correct %s signature',
    async (algorithm) => {
      const reply = await exchange.client.signed({ path: PATH, algorithm })
      expect(reply.status).toBe(200)
      expect(reply.headers).toMatchObject({
        server: 'WEBULL OPENAPI',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      })
      expect(reply.json).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ account_id: expect.any(String) as string }),
        ]),
      )
    },
  )

  it.each([
    ['x-app-key', 'MISSING_APP_KEY'],
    ['x-signature', 'MISSING_SIGNATURE'],
    ['x-signature-algorithm', 'MISSING_ALGORITHM'],
    ['x-signature-nonce', 'MISSING_NONCE'],
    ['x-timestamp', 'MISSING_TIMESTAMP'],
    ['x-signature-version', 'VERSION_NOT_SUPPORTED'],
    ['x-version', 'MISSING_VERSION'],
    ['x-access-token', 'INVALID_TOKEN'],
  ])('names the missing header %s', async (header, code) => {
    const reply = await exchange.client.signed({ path: PATH, headers: { [header]: null } })
    expect(reply.status).toBe(401)
    expect(reply.json).toEqual({ error_code: code, message: expect.any(String) as string })
  })

  it.each([
    ['x-version', 'v9', 417, 'UNSUPPORTED_API_VERSION'],
    ['x-signature-version', '2.0', 401, 'VERSION_NOT_SUPPORTED'],
    ['x-signature-algorithm', 'SHA256withRSA', 401, 'SIGNATURE_ALGORITHM_NOT_SUPPORTED'],
    ['x-access-token', 'f'.repeat(32), 401, 'INVALID_TOKEN'],
    ['x-signature', 'AAAA', 401, 'UNAUTHORIZED'],
    ['x-signature-nonce', 'x'.repeat(300), 401, 'UNAUTHORIZED'],
  ])('refuses %s: %s', async (header, value, status, code) => {
    const reply = await exchange.client.signed({ path: PATH, headers: { [header]: value } })
    expect([reply.status, (reply.json as { error_code: string }).error_code]).toEqual([
      status,
      code,
    ])
  })

  it('refuses a signature made with another secret', async () => {
    const reply = await exchange.client.signed({ path: PATH, appSecret: 'another secret' })
    expect([reply.status, reply.json]).toEqual([
      401,
      { error_code: 'UNAUTHORIZED', message: expect.any(String) as string },
    ])
  })

  it('refuses a query or a body that differs from the signed one', async () => {
    const signed = await exchange.client.signed({
      path: '/market-data/stocks/snapshots/list',
      query: [
        ['symbols', 'AAPL'],
        ['category', 'US_STOCK'],
      ],
    })
    expect(signed.status).toBe(200)
    const forged = await exchange.client.signed({
      path: PATH,
      headers: {},
      query: [],
      nonce: 'n-1',
    })
    expect(forged.status).toBe(200)
    const other = await exchange.client.raw({
      path: PATH,
      query: [['extra', '1']],
      headers: await headersOf(),
    })
    expect(other.json).toMatchObject({ error_code: 'UNAUTHORIZED' })
  })

  it.each([
    ['ten minutes old', -600_000],
    ['ten minutes ahead', 600_000],
  ])('refuses a timestamp that is %s', async (_name, shift) => {
    const reply = await exchange.client.signed({
      path: PATH,
      timestamp: timestampOf(Date.now() + shift),
    })
    expect([reply.status, (reply.json as { error_code: string }).error_code]).toEqual([
      401,
      'ILLEGAL_TIMESTAMP',
    ])
  })

  it.each(['2026-11-21T14:30:00.000Z', '2026-11-21 14:30:00', 'yesterday', '1763735400000'])(
    'refuses the timestamp form %s',
    async (timestamp) => {
      const reply = await exchange.client.signed({ path: PATH, timestamp })
      expect((reply.json as { error_code: string }).error_code).toBe('ILLEGAL_TIMESTAMP')
    },
  )

  it('refuses a used nonce; a wrong signature does not use one up', async () => {
    const nonce = randomUUID()
    const wrong = await exchange.client.signed({ path: PATH, nonce, appSecret: 'another secret' })
    expect(wrong.status).toBe(401)
    const first = await exchange.client.signed({ path: PATH, nonce })
    expect(first.status).toBe(200)
    const repeated = await exchange.client.signed({ path: PATH, nonce })
    expect([repeated.status, (repeated.json as { error_code: string }).error_code]).toEqual([
      401,
      'UNAUTHORIZED',
    ])
  })

  it('answers a key of another environment with 404 on every path', async () => {
    for (const path of [PATH, '/market-data/stocks/snapshots/list']) {
      const reply = await exchange.client.signed({ path, appKey: 'key-of-another-environment' })
      expect([reply.status, reply.json, reply.headers.server]).toEqual([
        404,
        { error_msg: '404 Route Not Found' },
        'APISIX',
      ])
    }
  })

  it.each([
    ['GET', '/trading/accounts/lists'],
    ['POST', PATH],
    ['GET', '/trading/accounts/list/'],
    ['GET', '/trading/../trading/accounts/list'],
    ['GET', '/constructor'],
  ] as const)('answers 404 to %s %s', async (method, path) => {
    const reply = await exchange.client.signed({ method, path })
    expect([reply.status, reply.json]).toEqual([404, { error_msg: '404 Route Not Found' }])
  })

  it('answers 404 to another host name, which defeats DNS rebinding', async () => {
    const reply = await exchange.client.signed({
      path: PATH,
      headers: { host: 'attacker.example' },
    })
    expect(reply.status).toBe(404)
  })

  it('separates credentials: no bearer at the API host, no 2FA token at the OAuth host', async () => {
    const bearer = await exchange.client.raw({
      path: PATH,
      headers: { authorization: 'Bearer abc', 'x-version': 'v3' },
    })
    expect(bearer.json).toMatchObject({ error_code: 'MISSING_APP_KEY' })
    const token = await exchange.client.signed({
      path: PATH,
      base: exchange.practice.ready.hosts.oauth,
    })
    expect([token.status, token.json]).toMatchObject([401, { error_code: 'INVALID_TOKEN' }])
  })
})

async function headersOf(): Promise<Record<string, string>> {
  const { signHttp } = await import('../client/sign.js')
  const { ready } = exchange.practice
  const signature = signHttp({
    appKey: ready.appKey,
    appSecret: ready.appSecret,
    host: new URL(ready.hosts.api).host,
    path: PATH,
    query: [],
    body: null,
  })
  return { ...signature, 'x-version': 'v3', 'x-access-token': exchange.client.token ?? '' }
}
