import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseOptions } from '../../../../electron/practice/control/parse-options.js'
import { Type } from '../../../../shared/wire/gen/broker-events_pb.js'
import { subscribeBrokerEvents } from '../client/broker-events-client.js'
import { subscribeEvents } from '../client/grpc-client.js'
import type { Reply, Signed } from '../client/http-client.js'
import { MqttClient } from '../client/mqtt-client.js'
import { limitBuy } from '../client/orders.js'
import { timestampOf } from '../client/sign.js'
import { startExchange, type TestExchange } from '../support/test-exchange.js'

let practice: TestExchange
let sandbox: TestExchange
let production: TestExchange
beforeAll(async () => {
  practice = await startExchange()
  sandbox = await startExchange({ environment: 'sandbox' })
  production = await startExchange({ environment: 'production' })
})
afterAll(async () => {
  for (const exchange of [practice, sandbox, production]) {
    expect(exchange.errors).toEqual([])
    await exchange.close()
  }
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const code = (reply: Reply): readonly [number, unknown] => [
  reply.status,
  (reply.json as { error_code?: string } | undefined)?.error_code,
]
const NOT_FOUND = [404, { error_msg: '404 Route Not Found' }, 'APISIX']
interface Token {
  readonly token: string
  readonly expires_at: number
  readonly status: string
}
/** Signs by the exchange's wall clock, which some tests advance. */
const signed = (exchange: TestExchange, sent: Signed): Promise<Reply> =>
  exchange.client.signed({
    ...sent,
    timestamp: timestampOf(exchange.wall()),
    headers: { 'x-access-token': null, ...sent.headers },
  })
const create = async (exchange: TestExchange, token?: string) =>
  (
    await signed(exchange, {
      path: '/auth/tokens/create',
      json: token === undefined ? {} : { token },
    })
  ).json as Token
const check = async (exchange: TestExchange, token: string) =>
  (await signed(exchange, { path: '/auth/tokens/check', json: { token } })).json as Token
const use = (exchange: TestExchange, token: string | null): Promise<Reply> =>
  signed(exchange, { path: '/trading/accounts/list', headers: { 'x-access-token': token } })

describe('a key of one environment', () => {
  it.each([
    ['api', '/trading/accounts/list'],
    ['api', '/market-data/stocks/snapshots/list'],
    ['api', '/auth/tokens/create'],
    ['api', '/openapi/config'],
    ['api', '/market-data/streaming/subscribe'],
    ['oauth', '/oauth2/tokens/create'],
    ['broker', '/broker/accounts/list'],
    ['broker', '/broker/accounts/create'],
  ] as const)('gets 404 at the %s host of another: %s', async (host, path) => {
    const { appKey, appSecret } = practice.practice.ready
    const post = /create|subscribe/.test(path)
    const reply = await sandbox.client.signed({
      base: sandbox.practice.ready.hosts[host],
      path,
      appKey,
      appSecret,
      ...(post ? { json: {} } : {}),
    })
    expect([reply.status, reply.json, reply.headers.server]).toEqual(NOT_FOUND)
  })

  it("is refused by another's event streams, and cannot subscribe at its market stream", async () => {
    const { appKey, appSecret } = practice.practice.ready
    const trade = subscribeEvents(sandbox.practice.ready, { appKey, appSecret })
    await trade.next(({ eventType }) => eventType === 2)
    expect(await trade.ended).toBe('end')
    const broker = subscribeBrokerEvents(sandbox.practice.ready, { appKey, appSecret })
    await broker.next(({ type }) => type === Type.AuthError)
    expect(await broker.ended).toBe('end')
    const stream = await MqttClient.open(sandbox.practice.ready, { username: appKey })
    expect(await stream.connack()).toBe(0)
    const body = {
      session_id: stream.sessionId,
      symbols: ['AAPL'],
      category: 'US_STOCK',
      sub_types: ['TICK'],
    }
    const reply = await sandbox.client.signed({
      path: '/market-data/streaming/subscribe',
      json: body,
      appKey,
      appSecret,
    })
    expect([reply.status, reply.json, reply.headers.server]).toEqual(NOT_FOUND)
    expect((await sandbox.client.post('/market-data/streaming/subscribe', body)).status).toBe(200)
    await stream.leave()
    trade.close()
    broker.close()
  })

  it('is unique to it, as are its secrets and its certificate authority', () => {
    const all = [practice, sandbox, production].map(({ practice: { ready } }) => ready)
    for (const name of ['appKey', 'appSecret', 'clientId', 'clientSecret', 'ca'] as const) {
      expect(new Set(all.map((ready) => ready[name])).size).toBe(3)
    }
  })
})

describe('the 2FA token in production', () => {
  it('is pending until the person approves it', async () => {
    const token = await create(production)
    expect([
      token.status,
      Math.abs(token.expires_at - production.wall() - 5 * MINUTE) < MINUTE,
    ]).toEqual(['PENDING', true])
    expect(code(await use(production, token.token))).toEqual([401, 'INVALID_TOKEN'])
    expect(code(await use(production, null))).toEqual([401, 'INVALID_TOKEN'])
    expect((await check(production, token.token)).status).toBe('PENDING')
    // Requesting with a known token returns the same token.
    expect(await create(production, token.token)).toEqual(token)
    expect(await production.practice.command({ command: 'verify-tokens' })).toMatchObject({
      verified: expect.any(Number) as number,
    })
    const normal = await check(production, token.token)
    expect([
      normal.status,
      Math.abs(normal.expires_at - production.wall() - 15 * DAY) < MINUTE,
    ]).toEqual(['NORMAL', true])
    expect((await use(production, token.token)).status).toBe(200)
  })

  it('expires when the person denies it', async () => {
    const made = await create(production)
    expect(await production.practice.command({ command: 'deny-tokens' })).toEqual({ denied: 1 })
    expect((await check(production, made.token)).status).toBe('EXPIRED')
    expect(await production.practice.command({ command: 'verify-tokens' })).toEqual({ verified: 0 })
    expect(code(await use(production, made.token))).toEqual([401, 'INVALID_TOKEN'])
    expect((await create(production, made.token)).token).not.toBe(made.token)
  })

  it('expires after five minutes without approval', async () => {
    const made = await create(production)
    production.advance(5 * MINUTE + 1_000)
    expect((await check(production, made.token)).status).toBe('EXPIRED')
    await production.practice.command({ command: 'verify-tokens' })
    expect((await check(production, made.token)).status).toBe('EXPIRED')
  })

  it('becomes invalid after fifteen days without a call; every call restarts the period', async () => {
    const token = await create(production)
    await production.practice.command({ command: 'verify-tokens' })
    production.advance(10 * DAY)
    expect((await use(production, token.token)).status).toBe(200)
    production.advance(15 * DAY - MINUTE)
    expect((await check(production, token.token)).status).toBe('NORMAL')
    production.advance(2 * MINUTE)
    expect((await check(production, token.token)).status).toBe('INVALID')
    expect(code(await use(production, token.token))).toEqual([401, 'INVALID_TOKEN'])
    expect((await check(production, 'f'.repeat(32))).status).toBe('INVALID')
  })

  it('is required by the configuration in production and practice, but not in the sandbox', async () => {
    const config = async (exchange: TestExchange) =>
      (await signed(exchange, { path: '/openapi/config' })).json
    expect([await config(practice), await config(sandbox), await config(production)]).toEqual([
      { token_check_enabled: true },
      { token_check_enabled: false },
      { token_check_enabled: true },
    ])
  })
})

describe('the sandbox', () => {
  it('returns NORMAL tokens at once, works without a token, and checks one that is sent', async () => {
    const made = await create(sandbox)
    expect([made.status, Math.abs(made.expires_at - sandbox.wall() - 15 * DAY) < MINUTE]).toEqual([
      'NORMAL',
      true,
    ])
    expect((await use(sandbox, made.token)).status).toBe(200)
    expect((await use(sandbox, null)).status).toBe(200)
    expect(code(await use(sandbox, 'f'.repeat(32)))).toEqual([401, 'INVALID_TOKEN'])
  })

  it.each([
    [
      '/market-data/instruments/stocks/corporate-actions/list',
      { symbol: 'KO', category: 'US_STOCK' },
    ],
    ['/market-data/instruments/stocks/corporate-actions/list-by-market', { market: 'US' }],
    ['/market-data/stocks/bars/get', { symbol: 'KO', category: 'US_STOCK', timespan: 'D' }],
    ['/market-data/event-contracts/markets/snapshots/list', { symbol: 'X' }],
    ['/market-data/event-contracts/live-data/get', { milestone_id: '1' }],
  ])('does not serve %s, which practice serves', async (path, query) => {
    const reply = await sandbox.client.get(path, query)
    expect([reply.status, reply.json, reply.headers.server]).toEqual(NOT_FOUND)
    expect((await practice.client.get(path, query)).status).not.toBe(404)
  })

  it("serves no news to ordinary keys, but serves display data to an institution's end users", async () => {
    const body = { category_symbols: [{ category: 'US_STOCK', symbols: ['AAPL'] }], lang: 'en' }
    expect((await sandbox.client.post('/market-data/news/summaries/get', body)).status).toBe(404)
    const issued = await sandbox.client.post('/auth/client-tokens/create', {
      client_user_id: 'reader',
    })
    const { access_token } = issued.json as { access_token: string }
    const reply = await sandbox.client.raw({
      path: '/market-data/instruments/stocks/corporate-actions/list',
      query: [
        ['symbol', 'KO'],
        ['category', 'US_STOCK'],
      ],
      headers: { access_token, 'x-version': 'v3' },
    })
    expect(reply.status).toBe(200)
  })

  it('refuses order groups and crypto previews, and accepts a single order', async () => {
    const account = await sandbox.account()
    const groups = ['OTO', 'OCO', 'OTOCO'].map((combo_type) => [
      { ...limitBuy('AAPL', '1.00'), combo_type },
      { ...limitBuy('AAPL', '1.01'), combo_type },
    ])
    for (const new_orders of groups) {
      expect(
        code(
          await sandbox.client.post('/trading/orders/place', { account_id: account, new_orders }),
        ),
      ).toEqual([417, 'OPENAPI_PARAM_ERR'])
    }
    const crypto = { ...limitBuy('BTCUSD', '100.00'), instrument_type: 'CRYPTO' }
    const { support_trading_session: _session, ...order } = crypto
    const preview = await sandbox.client.post('/trading/orders/preview', {
      account_id: account,
      new_orders: [order],
    })
    expect(code(preview)).toEqual([417, 'OPENAPI_SYSTEM_ERROR'])
    expect(
      (
        await sandbox.client.post('/trading/orders/place', {
          account_id: account,
          new_orders: [limitBuy('AAPL', '1.00')],
        })
      ).status,
    ).toBe(200)
  })

  it('enforces its own rate limits unless configured otherwise', () => {
    expect(parseOptions(['--sandbox'])).toMatchObject({
      ok: true,
      value: { environment: 'sandbox', rateLimits: 'sandbox' },
    })
    expect(parseOptions(['--environment', 'sandbox', '--rate-limits', 'off'])).toMatchObject({
      ok: true,
      value: { environment: 'sandbox', rateLimits: 'off' },
    })
    expect(parseOptions(['--environment', 'production'])).toMatchObject({
      ok: true,
      value: { environment: 'production', rateLimits: 'production' },
    })
    expect(parseOptions(['--environment', 'moon'])).toMatchObject({
      ok: false,
      error: { kind: 'wrong' },
    })
    expect(parseOptions(['--sandbox', '--environment', 'production'])).toMatchObject({
      ok: false,
      error: { kind: 'wrong' },
    })
  })

  it('keeps its accounts and keys in a separate folder', () => {
    const folders = [[], ['--sandbox'], ['--environment', 'production']].map((args) => {
      const options = parseOptions(args)
      return options.ok ? options.value.dataDir : ''
    })
    expect(new Set(folders).size).toBe(3)
  })
})
